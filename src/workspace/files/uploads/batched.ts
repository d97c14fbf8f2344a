import { SMALL_FILE_BYTES } from "../../../../shared/limits.ts";
import { readClientConfig } from "../../../lib/site-config.ts";
import type { UploadJob } from "./upload-machine.ts";

/** Whether an upload to the drive may share a request with others: hosted Storage takes one file each. */
export function isBatched({ size }: UploadJob): boolean {
  return readClientConfig().embedded && size <= SMALL_FILE_BYTES;
}
