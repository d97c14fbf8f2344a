import { type Batch, createBatch } from "./batch.ts";
import type { UploadJob } from "./upload-job.ts";
import type { UploadList } from "./upload-list.ts";
import type { UploadDeps } from "./uploads.ts";

/** What the parts that run uploads share. */
export interface UploadContext extends Required<UploadDeps> {
  list: UploadList;
  /** By upload. */
  batches: Map<string, Batch>;
  /** Uploads in progress, by id. */
  running: Map<string, AbortController>;
  stopped: AbortSignal;
}

/** An upload of an earlier visit becomes a batch of its own. */
export function batchOf({ batches, backend, onStored }: UploadContext, id: string): Batch {
  const batch = batches.get(id) ?? createBatch(backend, onStored);
  batches.set(id, batch);
  return batch;
}

/** Ends an upload and deletes what it has stored, here and on the backend. */
export function removeUpload(context: UploadContext, job: UploadJob): void {
  const { running, store, backend } = context;
  running.get(job.id)?.abort();
  forgetUpload(context, job.id);
  void store.remove(job.id).catch(() => {});
  if (job.path && job.state.kind !== "done") void backend.discard(job, job.path).catch(() => {});
}

/** Removes an upload from the list only. */
export function forgetUpload({ list, batches }: UploadContext, id: string): void {
  list.delete(id);
  batches.delete(id);
}
