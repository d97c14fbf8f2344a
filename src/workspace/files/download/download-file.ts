import { readContent, signContent } from "../contents-api.ts";
import type { DriveFile } from "../file.ts";

/** Downloads a file of any size under its own name. */
export async function downloadFile({ id, name }: DriveFile): Promise<void> {
  saveFrom(await readContent(id, null, (path) => signContent(path, name)), name);
}

/** Downloads the content of a URL. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
