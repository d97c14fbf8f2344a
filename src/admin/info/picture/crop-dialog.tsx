import { useMemo } from "react";
import { firstCrop } from "../../pictures/crop.ts";
import { CROP_KEYS, CropDialog } from "../../pictures/crop-dialog.tsx";
import type { Area } from "../../pictures/draw-area.ts";
import type { OpenPicture } from "../../pictures/open-picture.ts";
import type { StoredValue } from "../stored-info.ts";
import { useSavePicture } from "./use-save-picture.ts";

/** Recommended minimum size of a picture, in pixels. */
const ADVISED_SIZE = 400;

/** Dialog for cropping the profile picture and saving it. */
export function ProfileCropDialog({
  picture,
  stored,
  onClose,
}: {
  picture: OpenPicture;
  stored: StoredValue;
  onClose: () => void;
}) {
  const first = useMemo(() => firstCrop(picture, 1, 90), [picture]);
  return (
    <CropDialog
      title="Crop Your Image"
      picture={picture}
      first={first}
      aspect={1}
      circular
      note={noteOf}
      saveLabel="Save Image"
      uploading={useSavePicture(stored, onClose)}
      uploadText="Uploading..."
      onClose={onClose}
    />
  );
}

function noteOf({ width, height }: Area) {
  const size = Math.min(width, height);
  const small = size < ADVISED_SIZE;
  const advice = small
    ? `This will look blurred; at least ${ADVISED_SIZE} × ${ADVISED_SIZE} is recommended.`
    : CROP_KEYS;
  return { small, text: `Selected: ${size} × ${size} pixels. ${advice}` };
}
