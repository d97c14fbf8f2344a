import { newId } from "../../../lib/new-id.ts";
import { createBatch } from "./batch.ts";
import type { Picked } from "./picked-files.ts";
import type { UploadContext } from "./upload-context.ts";
import { isFileOf, isLarge, newJob, restoredJob } from "./upload-job.ts";

/** Lists files as one batch, except those that resume an earlier upload. @returns the new ids. */
export function addUploads(
  context: UploadContext,
  picked: readonly Picked[],
  folderId: string | null,
): string[] {
  const { backend, batches, list, onStored, store } = context;
  const batch = createBatch(backend, onStored);
  const added: string[] = [];
  for (const one of picked) {
    if (resumeEarlier(context, one, folderId)) continue;
    const job = newJob(newId(), one, folderId);
    list.add(job);
    batches.set(job.id, batch);
    added.push(job.id);
    if (isLarge(job)) void store.save(job).catch(() => {});
  }
  return added;
}

/** Lists the unfinished uploads of earlier visits. @returns whether there were any. */
export async function restoreUploads({ list, store, stopped }: UploadContext): Promise<boolean> {
  const jobs = await store.list().catch(() => []);
  if (stopped.aborted) return false;
  for (const job of jobs) if (!list.find(job.id)) list.add(restoredJob(job));
  return jobs.length > 0;
}

/** Resumes an earlier visit's upload when its file is chosen again for the same place. */
function resumeEarlier(
  { list }: UploadContext,
  { file, folders }: Picked,
  folderId: string | null,
): boolean {
  if (!file) return false;
  for (const job of list.all()) {
    const same =
      job.state.kind === "file-needed" &&
      job.name === file.name &&
      isFileOf(job, file) &&
      job.rootId === folderId &&
      job.folders.join("/") === folders.join("/");
    if (!same) continue;
    list.dispatch(job.id, { type: "file-chosen", file });
    return true;
  }
  return false;
}
