import { useMemo } from "react";
import { toast } from "sonner";
import { BackendError, isConflict } from "../../../lib/errors.ts";
import { firstCrop } from "../../pictures/crop.ts";
import { CROP_KEYS, CropDialog, type Cut } from "../../pictures/crop-dialog.tsx";
import type { Area } from "../../pictures/draw-area.ts";
import type { OpenPicture } from "../../pictures/open-picture.ts";
import { uploadProfilePicture } from "../../pictures/profile-picture.ts";
import { getPictureAddress, removePublicFiles } from "../../pictures/public-files.ts";
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
      places={PLACES}
      note={noteOf}
      saveLabel="Save Image"
      uploading={useSavePicture(stored, onClose)}
      uploadText="Uploading..."
      onClose={onClose}
    />
  );
}

/** As in hero.css, about.css and the server's share card. */
const PLACES = [
  { label: "About", aspect: 1, round: true },
  { label: "First screen", aspect: 4 / 5 },
  { label: "On phones", aspect: 1 },
  { label: "Link preview", aspect: 440 / 630 },
] as const;

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

/** Cuts a square out, uploads it and sets it as the profile picture. */
function useSavePicture(stored: StoredValue, onSaved: () => void) {
  return useUpload<Cut, void>(
    async (cut, options) => store(await uploadProfilePicture(cut, options), stored),
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
    // Without a response it may have been stored after all, so the file must stay.
    if (!(error instanceof BackendError) || error.status > 0) await removePicture(path);
    throw error;
  }
  await removePicture(stored.value);
}

/** Removes an upload by its path or public URL. Ignores other URLs and failures. */
export async function removePicture(place: string): Promise<void> {
  const path = /(?:^|\/object\/public\/profile-pictures\/)(public\/\d+\.png)$/.exec(place)?.[1];
  if (path) await removePublicFiles([path]);
}
