import { formatSize } from "../../../lib/file-size.ts";
import type { UploadJob } from "./upload-machine.ts";

/** Describes the progress of an upload, or the reason why it waits. */
export function textOf({ state, sent, size }: UploadJob): string {
  switch (state.kind) {
    case "waiting":
      return "Waiting";
    case "asking":
      return "The name is taken";
    case "sending":
      return `${formatSize(sent)} of ${formatSize(size)}`;
    case "offline":
      return "Offline. Resumes automatically.";
    case "failed":
      return state.message;
    case "file-needed":
      return `${formatSize(sent)} of ${formatSize(size)}. Choose the file again to resume.`;
    case "done":
      return formatSize(size);
  }
}
