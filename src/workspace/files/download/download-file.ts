import type { DriveFile } from "../file.ts";
import { signContent } from "../files-api.ts";

/** Has the browser save a file under its own name, as large as it may be. */
export async function downloadFile({ storage_object_path, name }: DriveFile): Promise<void> {
  if (!storage_object_path) throw new Error("A folder has no content of its own.");
  saveFrom(await signContent(storage_object_path, name), name);
}

/** Has the browser save what an address leads to. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
