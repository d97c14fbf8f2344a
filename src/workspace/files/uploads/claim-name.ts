import { freeName } from "../file-names.ts";
import type { Names } from "./upload-backend.ts";
import { batchOf, removeUpload, type UploadContext } from "./upload-context.ts";
import type { ConflictChoice, UploadJob } from "./upload-job.ts";

/**
 * Settles an upload's name in its folder.
 * @returns false when the user must choose, or chose to skip the file.
 */
export async function claimName(
  context: UploadContext,
  id: string,
  folderId: string | null,
): Promise<boolean> {
  const { list } = context;
  if (list.require(id).named) return true;
  const batch = batchOf(context, id);
  const names = await batch.namesIn(folderId);
  const job = list.require(id);
  // Settled meanwhile: names are looked up when files are added, and again at a file's turn.
  if (job.named) return true;
  const outcome = resolveName(job.name, names, job.choice ?? batch.choice);
  if (outcome.type === "skipped") {
    removeUpload(context, job);
    return false;
  }
  list.dispatch(id, outcome);
  if (outcome.type === "conflicted") return false;
  if (!outcome.replaces) names.set(outcome.name, { id, isFolder: false });
  return true;
}

/** Asks about conflicts at once, not at a file's turn. Failures here occur again at its turn. */
export async function claimNames(context: UploadContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const job = context.list.find(id);
    if (job?.file && !context.stopped.aborted) await claimEarly(context, job).catch(() => {});
  }
  context.list.notify();
}

async function claimEarly(context: UploadContext, job: UploadJob): Promise<void> {
  const batch = batchOf(context, job.id);
  const folderId = await batch.openFolder(job.rootId, job.folders);
  await batch.namesIn(folderId);
  if (context.list.find(job.id)?.state.kind !== "waiting") return;
  await claimName(context, job.id, folderId);
}

/** The name a file gets among those taken; a file cannot replace a folder. */
export function resolveName(name: string, names: Names, choice: ConflictChoice | null) {
  const taken = names.get(name);
  if (!taken) return { type: "named", name, replaces: null } as const;
  if (!choice || (choice === "replace" && taken.isFolder)) {
    return { type: "conflicted", takenByFolder: taken.isFolder } as const;
  }
  if (choice === "skip") return { type: "skipped" } as const;
  if (choice === "replace") return { type: "named", name, replaces: taken.id } as const;
  const free = freeName(name, (one) => names.has(one));
  return { type: "named", name: free, replaces: null } as const;
}
