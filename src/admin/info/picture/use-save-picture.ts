import { toast } from "sonner";
import { BackendError, isConflict } from "../../../lib/errors.ts";
import type { Cut } from "../../pictures/crop-dialog.tsx";
import { drawArea, encode } from "../../pictures/draw-area.ts";
import { getPictureAddress } from "../../pictures/picture-address.ts";
import { useUpload } from "../../pictures/use-upload.ts";
import { saveInfo } from "../info-api.ts";
import type { StoredValue } from "../stored-info.ts";
import { removePicture, uploadPicture } from "./picture-api.ts";

const CONFLICT =
  "The picture was changed in the meantime. Save Image replaces it with yours; Cancel keeps it.";

/** Maximum size of the stored picture, in pixels; as PNG it then stays below the bucket's 5 MiB. */
const LARGEST_SIZE = 1024;

/** Cuts a square out, uploads it and sets it as the profile picture. */
export function useSavePicture(stored: StoredValue, onSaved: () => void) {
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
