import { SMALL_FILES_AT_ONCE } from "../../../../shared/limits.ts";
import type { UploadBackend } from "./upload-backend.ts";
import { isLarge, type UploadJob } from "./upload-machine.ts";

/**
 * Maximum number of files in progress. For small files it exceeds the browser's number of
 * connections, so that their other requests are grouped. For batched files, some are reserved and
 * some get their entries while others are sent.
 */
const AT_ONCE = { large: 3, small: 24, batched: 3 * SMALL_FILES_AT_ONCE };

/** The waiting uploads that may start now, in order. */
export function nextUploads(
  jobs: readonly UploadJob[],
  running: { has(id: string): boolean },
  { isBatched }: Pick<UploadBackend, "isBatched">,
): UploadJob[] {
  const free = { ...AT_ONCE };
  const classOf = (job: UploadJob) =>
    isLarge(job) ? "large" : isBatched(job) ? "batched" : "small";
  for (const job of jobs) if (running.has(job.id)) free[classOf(job)] -= 1;
  return jobs.filter((job) => {
    if (job.state.kind !== "waiting" || running.has(job.id)) return false;
    free[classOf(job)] -= 1;
    return free[classOf(job)] >= 0;
  });
}
