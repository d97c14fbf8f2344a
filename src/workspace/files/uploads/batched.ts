import { SMALL_FILE_BYTES } from "../../../../shared/limits.ts";
import { readClientConfig } from "../../../lib/site-config.ts";
import type { UploadJob } from "./upload-machine.ts";

let embedded: boolean | undefined;

/** Whether an upload may share a request with others, which hosted Storage does not allow. */
export function isBatched({ size }: UploadJob): boolean {
  // The queue asks for each of its uploads whenever one ends; reading the page takes longer.
  embedded ??= readClientConfig().embedded;
  return embedded && size <= SMALL_FILE_BYTES;
}
