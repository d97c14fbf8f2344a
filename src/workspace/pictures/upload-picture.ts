import { getFile } from "../files/files-api.ts";
import { createDriveBackend } from "../files/uploads/drive-backend.ts";
import { NameTaken } from "../files/uploads/upload-backend.ts";
import { newJob, type UploadJob } from "../files/uploads/upload-machine.ts";
import type { UnsentPicture } from "./unsent-pictures.ts";

/** The drive's folder for pictures of notes. The database uses the same name. */
const FOLDER = "Note pictures";
const TEXTS = "Note texts";

/**
 * Uploads a picture, or a text that is too long for a note, into the drive; idempotent.
 * @param save stores what is needed to resume.
 * @throws {ConnectionLost} when a retry may succeed.
 * @throws {BackendError} when the backend refuses.
 */
export async function uploadPicture(
  userId: string,
  picture: UnsentPicture,
  save: (picture: UnsentPicture) => Promise<unknown>,
  signal = new AbortController().signal,
): Promise<void> {
  const { id, name } = picture;
  if (await getFile(id)) return;
  const backend = createDriveBackend(userId);
  const folder = await backend.openFolder(
    null,
    picture.file.type === "text/plain" ? TEXTS : FOLDER,
  );
  const file = new File([picture.file], name, { type: picture.file.type });
  const job: UploadJob = { ...newJob(id, { file, folders: [] }, folder), name };
  const known = picture.path && (await backend.extend(picture.path)) ? picture.path : null;
  const path = known ?? (await backend.reserve(job, folder));
  const resumed = { ...job, resumeUrl: (known && picture.resumeUrl) ?? null };
  await save({ ...picture, path });
  await backend.send(resumed, path, {
    signal,
    onProgress: () => {},
    onResumable: (resumeUrl) => void save({ ...picture, path, resumeUrl }),
  });
  try {
    await backend.finish(job, path, folder);
  } catch (error) {
    if (!(error instanceof NameTaken)) throw error;
    // A name with part of the id is free, so thousands of names need not be read.
    const free = name.replace(/(\.\w+)?$/, ` (${id.slice(0, 8)})$1`);
    await backend.finish({ ...job, name: free }, path, folder);
  }
}
