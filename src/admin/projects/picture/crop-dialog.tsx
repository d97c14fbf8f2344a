import { useState } from "react";
import { SelectField } from "../../../ui/field.tsx";
import { Options } from "../../../ui/options.tsx";
import { firstCrop } from "../../pictures/crop.ts";
import { CROP_KEYS, CropDialog, type Cut } from "../../pictures/crop-dialog.tsx";
import type { Area } from "../../pictures/draw-area.ts";
import type { OpenPicture } from "../../pictures/open-picture.ts";
import { useUpload } from "../../pictures/use-upload.ts";
import { storedSize, uploadProjectPicture } from "./upload-picture.ts";

/** Recommended minimum size in pixels, which fills a card on a high-density screen. */
const ADVISED = { width: 800, height: 500 };

/** Aspect ratios of a crop (width by height); null for any. */
const SHAPES = [
  { label: "8:5, fills the card", aspect: 8 / 5 },
  { label: "16:9", aspect: 16 / 9 },
  { label: "4:3", aspect: 4 / 3 },
  { label: "1:1", aspect: 1 },
  { label: "Free", aspect: null },
] as const;

interface ProjectCropDialogProps {
  picture: OpenPicture;
  onUploaded: (address: string) => void;
  onClose: () => void;
}

/** Dialog for cropping a project's picture in any shape and uploading it. */
export function ProjectCropDialog({ picture, onUploaded, onClose }: ProjectCropDialogProps) {
  const [shape, setShape] = useState(0);
  const aspect = SHAPES[shape]?.aspect ?? null;
  const [crop, setCrop] = useState(() => firstCrop(picture, aspect));
  const uploading = useUpload<Cut, string>(
    ({ image, area }, options) => uploadProjectPicture(image, area, options),
    { onUploaded },
  );
  return (
    <CropDialog
      title="Crop Picture"
      picture={picture}
      crop={crop}
      onCrop={setCrop}
      aspect={aspect}
      note={(area) => noteOf(area, picture.animated)}
      saveLabel="Use Picture"
      uploading={uploading}
      uploadText="Preparing and uploading..."
      onClose={onClose}
    >
      <SelectField
        label="Shape"
        wrap="w-full"
        value={shape}
        disabled={uploading.pending}
        onChange={(event) => {
          const chosen = Number(event.target.value);
          setShape(chosen);
          setCrop(firstCrop(picture, SHAPES[chosen]?.aspect ?? null));
        }}
      >
        <Options of={SHAPES.map(({ label }, index) => [index, label])} />
      </SelectField>
    </CropDialog>
  );
}

function noteOf(area: Area, animated: boolean) {
  const { width, height } = storedSize(area);
  const small = width < ADVISED.width && height < ADVISED.height;
  const advice = small
    ? `This will look blurred; at least ${ADVISED.width} pixels of width or ${ADVISED.height} of height are recommended.`
    : CROP_KEYS;
  const first = animated ? " Only the first frame of the animation is used." : "";
  return { small, text: `Stored with ${width} × ${height} pixels. ${advice}${first}` };
}
