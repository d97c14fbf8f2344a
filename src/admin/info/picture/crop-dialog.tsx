import { useRef, useState } from "react";
import type { PercentCrop } from "react-image-crop";
import { toast } from "sonner";
import { TALL_ASPECT, tallPortrait } from "../../../content/picture-files.ts";
import { BackendError, isConflict } from "../../../lib/errors.ts";
import { SelectField } from "../../../ui/field.tsx";
import { areaOf, cropOf, firstCrop } from "../../pictures/crop.ts";
import { CROP_KEYS, CropDialog } from "../../pictures/crop-dialog.tsx";
import { fillingPart } from "../../pictures/crop-previews.tsx";
import type { Area } from "../../pictures/draw-area.ts";
import type { OpenPicture } from "../../pictures/open-picture.ts";
import { type PortraitCut, uploadProfilePicture } from "../../pictures/profile-picture.ts";
import { getPictureAddress, removePublicFiles } from "../../pictures/public-files.ts";
import { useUpload } from "../../pictures/use-upload.ts";
import { type StoredValue, saveInfo } from "../../shell/info-rows.ts";

/** Recommended minimum size of a picture, in pixels. */
const ADVISED_SIZE = 400;

/** Dialog for cropping the profile picture and saving it. */
export function ProfileCropDialog(props: {
  picture: OpenPicture;
  stored: StoredValue;
  onClose: () => void;
}) {
  const { picture, stored, onClose } = props;
  const [isTall, setIsTall] = useState(false);
  const [squareCrop, setSquareCrop] = useState(() => firstCrop(picture, 1, 90));
  const [tallCrop, setTallCrop] = useState<PercentCrop | null>(null);
  const square = areaOf(squareCrop, picture);
  const tall = tallCrop && areaOf(tallCrop, picture);
  const middle = fillingPart(square, TALL_ASPECT);
  const saving = useSavePicture(stored, onClose);
  return (
    <CropDialog
      title="Crop Your Image"
      picture={picture}
      crop={isTall ? (tallCrop ?? cropOf(middle, picture)) : squareCrop}
      onCrop={isTall ? setTallCrop : setSquareCrop}
      aspect={isTall ? TALL_ASPECT : 1}
      circular={!isTall}
      shown={[
        { label: "About", area: square, aspect: 1, round: true },
        { label: "First screen", area: tall ?? square, aspect: TALL_ASPECT },
        { label: "On phones", area: square, aspect: 1 },
        { label: "Link preview", area: square, aspect: LINK_PREVIEW_ASPECT },
      ]}
      note={noteOf}
      saveLabel="Save Image"
      uploading={{ ...saving, upload: ({ image }) => saving.upload({ image, square, tall }) }}
      uploadText="Uploading..."
      onClose={onClose}
    >
      <SelectField
        label="Shape"
        wrap="w-full"
        value={isTall ? "tall" : "square"}
        disabled={saving.pending}
        onChange={(event) => setIsTall(event.target.value === "tall")}
      >
        <option value="square">Square</option>
        <option value="tall">4:5, for the first screen</option>
      </SelectField>
    </CropDialog>
  );
}

/** Aspect ratio of the picture in the server's share card. */
const LINK_PREVIEW_ASPECT = 440 / 630;

function noteOf({ width, height }: Area) {
  const small = Math.min(width, height) < ADVISED_SIZE;
  const advice = small
    ? `This will look blurred; at least ${ADVISED_SIZE} × ${ADVISED_SIZE} is recommended.`
    : CROP_KEYS;
  return { small, text: `Selected: ${width} × ${height} pixels. ${advice}` };
}

const CONFLICT =
  "The picture was changed in the meantime. Save Image replaces it with yours; Cancel keeps it.";

/** Crops and uploads the parts, and sets them as the profile picture. */
function useSavePicture(stored: StoredValue, onSaved: () => void) {
  // The picture that was shown before the dialog covered it; null once a conflict named another one.
  const shown = useRef<StoredValue | null>(stored);
  return useUpload<PortraitCut, void>(
    async (cut, options) => {
      try {
        await store(await uploadProfilePicture(cut, options), shown.current ?? stored);
      } catch (error) {
        if (isConflict(error)) shown.current = null;
        throw error;
      }
    },
    {
      onUploaded: () => {
        toast.success("Picture saved.");
        onSaved();
      },
      explain: (error) => (isConflict(error) ? CONFLICT : null),
      meta: { changes: [["personal_info"]] },
    },
  );
}

async function store(path: string, stored: StoredValue): Promise<void> {
  try {
    const value = await getPictureAddress(path);
    await saveInfo({ profilePictureUrl: { value, revision: stored.revision } });
  } catch (error) {
    // Without a response, the row may have been stored, so the file must stay.
    if (!(error instanceof BackendError) || error.status > 0) await removePicture(path);
    throw error;
  }
  await removePicture(stored.value);
}

/** Removes the files of an upload by its path or public URL. Ignores other URLs and failures. */
export async function removePicture(place: string): Promise<void> {
  const path = UPLOAD.exec(place)?.[1];
  if (path) await removePublicFiles([path, tallPortrait(path)].filter((one) => one !== null));
}

const UPLOAD = /(?:^|\/object\/public\/profile-pictures\/)(public\/\d+(?:-square)?\.png)$/;
