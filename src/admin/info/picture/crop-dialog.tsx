import { useMemo } from "react";
import { toast } from "sonner";
import { BackendError, isConflict } from "../../../lib/errors.ts";
import { firstCrop } from "../../pictures/crop.ts";
import { CROP_KEYS, CropDialog, type Cut } from "../../pictures/crop-dialog.tsx";
import { type Area, drawArea, encode } from "../../pictures/draw-area.ts";
import type { OpenPicture } from "../../pictures/open-picture.ts";
import {
  getPictureAddress,
  removePublicFiles,
  type UploadOptions,
  uploadPublicFile,
} from "../../pictures/public-files.ts";
import { useUpload } from "../../pictures/use-upload.ts";
import { type StoredValue, saveInfo } from "../info-api.ts";

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

const CONFLICT =
  "The picture was changed in the meantime. Save Image replaces it with yours; Cancel keeps it.";

/** Maximum size of the stored picture, in pixels; as PNG it then stays below the bucket's 5 MiB. */
const LARGEST_SIZE = 1024;

/** Cuts a square out, uploads it and sets it as the profile picture. */
function useSavePicture(stored: StoredValue, onSaved: () => void) {
  return useUpload<Cut, void>(
    async (cut, options) => store(await uploadPicture(await squareOf(cut), options), stored),
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

/** A PNG of the area, never scaled up. */
function squareOf({ image, area }: Cut): Promise<Blob> {
  const size = Math.min(area.width, area.height);
  const side = Math.min(size, LARGEST_SIZE);
  const square = { ...area, width: size, height: size };
  return encode(drawArea(image, square, { width: side, height: side }), "image/png");
}

async function store(path: string, stored: StoredValue): Promise<void> {
  try {
    const value = await getPictureAddress(path);
    await saveInfo({ profilePictureUrl: { value, revision: stored.revision } });
  } catch (error) {
    // Without a response it may have been stored after all, so the file must stay.
    if (!(error instanceof BackendError) || error.status > 0) await removePicture(path);
    throw error;
  }
  await removePicture(stored.value);
}

/**
 * Uploads a PNG under a unique name.
 * @returns its path in the bucket.
 * @throws {BackendError} with the backend's message.
 */
async function uploadPicture(png: Blob, options: UploadOptions): Promise<string> {
  const path = `public/${Date.now()}.png`;
  await uploadPublicFile(path, png, options);
  return path;
}

/** Removes an upload by its path or public URL. Ignores other URLs and failures. */
export async function removePicture(place: string): Promise<void> {
  const path = /(?:^|\/object\/public\/profile-pictures\/)(public\/\d+\.png)$/.exec(place)?.[1];
  if (path) await removePublicFiles([path]);
}
