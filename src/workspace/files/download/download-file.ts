import { saveFromUrl } from "../../../lib/save-file.ts";
import { readContent, signContent } from "../contents-api.ts";
import type { DriveFile } from "../file.ts";

/** Downloads a file of any size under its own name. */
export async function downloadFile({ id, name }: DriveFile): Promise<void> {
  saveFromUrl(await readContent(id, null, (path) => signContent(path, name)), name);
}
