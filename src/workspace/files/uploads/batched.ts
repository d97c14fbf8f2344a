import { SMALL_FILE_BYTES } from "../../../../shared/limits.ts";
import { readClientConfig } from "../../../lib/site-config.ts";
import type { UploadJob } from "./upload-machine.ts";

/** Whether an upload may share a request with others, which hosted Storage does not allow. */
export function isBatched({ size }: UploadJob): boolean {
  return readClientConfig().embedded && size <= SMALL_FILE_BYTES;
}
