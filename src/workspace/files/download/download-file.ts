import { readContent, signContent } from "../contents-api.ts";
import type { DriveFile } from "../file.ts";

/** Has the browser save a file under its own name, as large as it may be. */
export async function downloadFile({ id, name }: DriveFile): Promise<void> {
  saveFrom(await readContent(id, null, (path) => signContent(path, name)), name);
}

/** Has the browser save what an address leads to. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
