import { BackendError, isGone } from "../../../lib/errors.ts";
import { extendUpload, RESERVED_AT_ONCE, releaseUpload, reserveUploads } from "../contents-api.ts";
import { createFiles, openFolder } from "../file-writes-api.ts";
import { hasEntry, listFiles } from "../files-api.ts";
import { makeThumbnail } from "../thumbnails/thumbnails.ts";
import { replaceContent } from "../versions-api.ts";
import { isBatched } from "./batched.ts";
import { grouped } from "./grouped.ts";
import { endUpload, sendFile } from "./send-file.ts";
import { sendInBatch } from "./send-in-batch.ts";
import { ConnectionLost, NameTaken, type UploadBackend } from "./upload-backend.ts";
import { toDate } from "./upload-machine.ts";

export function createDriveBackend(userId: string): UploadBackend {
  const limits = { most: RESERVED_AT_ONCE, isFinal };
  const reserve = grouped(reserveUploads, limits);
  const create = grouped(async (files: Parameters<typeof createFiles>[1][number][]) => {
    await createFiles(userId, files);
    return files;
  }, limits);
  /** Files that failed in a batch are retried alone, so that they do not block others. */
  const batched = new WeakSet<File>();
  /** Paths for which a row may exist although its response was lost. */
  const attempted = new Set<string>();
  return {
    async listNames(folderId) {
      const files = await listFiles(folderId).catch(toConnectionLost);
      return new Map(
        files.map(({ name, storedName, id, is_folder }) => {
          return [storedName ?? name, { id, isFolder: is_folder }];
        }),
      );
    },
    openFolder: (parentId, name) => openFolder(userId, parentId, name).catch(toConnectionLost),
    reserve: ({ name, size }, folderId) =>
      reserve({ name, size, folderId }).catch(toConnectionLost),
    extend: (path) => extendUpload(path).catch(toConnectionLost),
    isFinished: (path) => hasEntry(path).catch(toConnectionLost),
    isBatched,
    async send(job, path, options) {
      const { file, type, resumeUrl } = job;
      if (!file) throw new Error("The file has to be chosen again.");
      const send = isBatched(job) && !batched.has(file) ? sendInBatch : sendFile;
      batched.add(file);
      await send({ path, file, type, resumeUrl }, options);
    },
    async finish({ id, name, size, type, lastModified, replaces, file }, path, parentId) {
      const modified_at = toDate(lastModified);
      const content = { storage_object_path: path, size, mimetype: type, modified_at };
      // Writing the row again would revert changes of other devices.
      if (attempted.has(path) && (await hasEntry(path).catch(toConnectionLost))) return;
      attempted.add(path);
      try {
        if (replaces) await replaceContent(replaces, content);
        else await create({ id, parentId, name, content });
      } catch (error) {
        if (error instanceof BackendError && error.code === "23505") {
          throw new NameTaken(error.message);
        }
        toConnectionLost(error);
      }
      if (!file) return;
      const stored = { id: replaces ?? id, name, size, mimetype: type, parent_id: parentId };
      const place = { is_folder: false, storage_object_path: path, thumbnail_path: null };
      // If it fails, the file has no thumbnail until it is shown and requests one.
      void makeThumbnail({ ...stored, ...place }, { content: file }).catch(() => {});
    },
    async discard({ resumeUrl }, path) {
      if (resumeUrl) await endUpload(resumeUrl).catch(() => {});
      await releaseUpload(path);
    },
  };
}

/** A missing response is not a refusal. */
function toConnectionLost(error: unknown): never {
  if (isUnanswered(error)) throw new ConnectionLost();
  throw error;
}

function isUnanswered(error: unknown): boolean {
  return error instanceof BackendError && error.status === 0 && !isGone(error);
}

/** Whether other files would fail in the same way. */
function isFinal(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof BackendError && error.status === 401);
}
