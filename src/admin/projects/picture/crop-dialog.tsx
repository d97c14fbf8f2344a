import "react-image-crop/dist/ReactCrop.css";
import { useRef, useState } from "react";
import { ReactCrop } from "react-image-crop";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { UploadProgress } from "../../../ui/upload-progress.tsx";
import type { OpenPicture } from "../../pictures/open-picture.ts";
import { areaOf, largestCrop, SHAPES, storedSize } from "./crop.ts";
import { useUpload } from "./use-upload.ts";

/** Pixels that fill a card on a screen with two pixels per point, in one direction or the other. */
const ADVISED = { width: 800, height: 500 };

interface CropDialogProps {
  picture: OpenPicture;
  onUploaded: (address: string) => void;
  onClose: () => void;
}

/** Dialog for cropping a project's picture in any shape and uploading it. */
export function CropDialog({ picture, onUploaded, onClose }: CropDialogProps) {
  const { address, width, height } = picture;
  const image = useRef<HTMLImageElement>(null);
  const [shape, setShape] = useState(0);
  const aspect = SHAPES[shape]?.aspect ?? null;
  const [crop, setCrop] = useState(() => largestCrop(width, height, aspect));
  const uploading = useUpload(onUploaded);
  const area = areaOf(crop, width, height);

  // The first Cancel aborts the upload and keeps the crop.
  const cancel = uploading.pending ? uploading.cancel : onClose;
  const upload = () => {
    if (image.current) uploading.upload({ image: image.current, area });
  };
  const chooseShape = (index: number) => {
    setShape(index);
    setCrop(largestCrop(width, height, SHAPES[index]?.aspect ?? null));
  };

  return (
    <Modal title="Crop Picture" width="lg" onClose={cancel}>
      <div className="grid justify-items-center gap-4">
        <SelectField
          label="Shape"
          wrap="w-full"
          value={shape}
          disabled={uploading.pending}
          onChange={(event) => chooseShape(Number(event.target.value))}
        >
          {SHAPES.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </SelectField>
        <ReactCrop
          className="max-h-[45dvh] [--rc-focus-color:var(--color-accent)]"
          crop={crop}
          {...(aspect !== null && { aspect })}
          keepSelection
          minWidth={16}
          minHeight={16}
          disabled={uploading.pending}
          onChange={(_pixels, percent) => setCrop(percent)}
        >
          <img ref={image} src={address} alt="The uncropped original" draggable={false} />
        </ReactCrop>
        <SizeNote size={storedSize(area)} animated={picture.animated} />
        {uploading.pending && (
          <UploadProgress text="Preparing and uploading…" share={uploading.progress} />
        )}
        {uploading.failure && <Notice>{uploading.failure}</Notice>}
        <div className="flex w-full flex-wrap justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" pending={uploading.pending} onClick={upload}>
            Use Picture
          </Button>
        </div>
      </div>
    </Modal>
  );
}

interface SizeNoteProps {
  size: { width: number; height: number };
  animated: boolean;
}

function SizeNote({ size, animated }: SizeNoteProps) {
  const small = size.width < ADVISED.width && size.height < ADVISED.height;
  return (
    <p role="status" className={`text-small tabular-nums ${small ? "text-bad" : "text-soft"}`}>
      {`Stored with ${size.width} × ${size.height} pixels. `}
      {small
        ? `This will look blurred; at least ${ADVISED.width} pixels of width or ${ADVISED.height} of height are recommended. `
        : "Arrow keys move the crop: with Shift by 10, with Ctrl by 100. "}
      {animated && "Only the first frame of the animation is used."}
    </p>
  );
}
