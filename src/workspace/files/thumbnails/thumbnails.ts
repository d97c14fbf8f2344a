import { isUnanswered } from "../../../lib/errors.ts";
import {
  fetchContent,
  RESERVED_AT_ONCE,
  readContent,
  releaseUpload,
  reserveUploads,
  signContent,
} from "../contents-api.ts";
import type { DriveFile } from "../file.ts";
import { isCommonPicture, previewKindOf } from "../file-kind.ts";
import { grouped } from "../uploads/grouped.ts";
import { sendContent } from "../uploads/send-file.ts";
import { ConnectionLost } from "../uploads/upload-backend.ts";
import { saveThumbnails } from "../versions-api.ts";
import { drawThumbnail } from "./draw-thumbnail.ts";
import { createTurns } from "./in-turn.ts";

/**
 * Maximum bytes of a file that is downloaded to make its thumbnail.
 * @limit drive: a file without a thumbnail that is read to make one
 */
const SOURCE_MAX_BYTES = 50 * 1024 * 1024;

/** Maximum bytes of a picture on this device, which is decoded from memory. */
const PICTURE_MAX_BYTES = 200 * 1024 * 1024;

/** Maximum number of thumbnails drawn at a time. */
const DRAWN_AT_ONCE = 2;

/** Maximum number of thumbnails in memory, about 10 KB each. */
const MOST_KEPT = 2_000;

type Pictured = Omit<DriveFile, "updated_at" | "starred_at" | "storedName">;

/** URLs of thumbnails by path, least recently used first. */
const kept = new Map<string, string>();

/** Paths of thumbnails that this tab makes, by content path; null if there is none. */
const made = new Map<string, Promise<string | null>>();

const inTurn = createTurns(DRAWN_AT_ONCE);
const groups = { most: RESERVED_AT_ONCE, isFinal: isUnanswered };
const reserve = grouped(reserveUploads, groups);
const save = grouped(saveThumbnails, groups);

/** The URL of a file's thumbnail, if it is in memory. */
export function knownThumbnail({ thumbnail_path: path }: Pictured): string | undefined {
  const address = path ? kept.get(path) : undefined;
  if (path && address) {
    kept.delete(path);
    kept.set(path, address);
  }
  return address;
}

/** Whether a file may have a thumbnail. Remembered, because all files of a folder are asked for. */
export function isPictured(file: Pictured): boolean {
  const known = pictured.get(file);
  if (known !== undefined) return known;
  const isFound = thumbnailKindOf(file, Boolean(file.thumbnail_path)) !== null;
  pictured.set(file, isFound);
  return isFound;
}

const pictured = new WeakMap<Pictured, boolean>();

/**
 * The URL of a file's thumbnail, which is made if the file has none; null when it cannot be made.
 * Use it at once, because URLs are revoked once many others are requested.
 * @param signal aborts it unless the thumbnail is already being made.
 */
export async function getThumbnail(file: Pictured, signal: AbortSignal): Promise<string | null> {
  const path = file.thumbnail_path ?? (await makeThumbnail(file, { signal }));
  if (!path) return null;
  const known = kept.get(path);
  if (known) return known;
  const response = await fetchContent(path, signal);
  return keep(path, await response.blob());
}

/**
 * Makes and stores the thumbnail of a picture or video.
 * @param options.content the content, if this device has it; read if omitted.
 * @returns the thumbnail's path; null when there is none.
 * @throws {Error} without a connection.
 */
export function makeThumbnail(
  file: Pictured,
  { content, signal }: { content?: Blob; signal?: AbortSignal } = {},
): Promise<string | null> {
  const { storage_object_path: path, size } = file;
  const kind = thumbnailKindOf(file, content !== undefined);
  if (!path || !kind || !size || isSavingData()) return Promise.resolve(null);
  const most = content ? PICTURE_MAX_BYTES : SOURCE_MAX_BYTES;
  // A video on this device is not read completely, so its size does not matter.
  if (size > most && !(content && kind === "video")) return Promise.resolve(null);
  const known = made.get(path);
  if (known) return known;
  let isStarted = false;
  const drawing = inTurn(async () => {
    isStarted = true;
    return drawThumbnail(kind, content ?? (await readSource(file, path, kind)));
  }, signal);
  // Drawing and storing are separate queues: the next thumbnail is drawn while this one is stored.
  const making = drawing
    .then((picture) => picture && store(file, path, picture))
    .catch((error: unknown) => {
      if (isTransient(error, signal)) throw error;
      return null;
    });
  made.set(path, making);
  const forget = () => made.get(path) === making && made.delete(path);
  // Removed synchronously, because the file may be requested again at the same moment.
  signal?.addEventListener("abort", () => !isStarted && forget());
  making.catch(forget);
  return making;
}

/** Whether a retry may succeed later. */
function isTransient(error: unknown, signal: AbortSignal | undefined): boolean {
  const isDisconnected = error instanceof TypeError || error instanceof ConnectionLost;
  return isDisconnected || isUnanswered(error) || error === signal?.reason;
}

async function readSource(
  { id }: Pictured,
  content: string,
  kind: "image" | "video",
): Promise<Blob | string> {
  if (kind === "video") return readContent(id, content, (at) => signContent(at));
  return (await fetchContent(content, new AbortController().signal)).blob();
}

/** @returns the path of the stored thumbnail, which may come from another device. */
async function store(
  { id, parent_id }: Pictured,
  content: string,
  picture: Blob,
): Promise<string | null> {
  const { size, type } = picture;
  const name = type === "image/webp" ? "thumbnail.webp" : "thumbnail.jpg";
  const thumbnail = await reserve({ name, size, folderId: parent_id });
  await sendContent(thumbnail, picture);
  const saved = await save({ id, content, thumbnail });
  if (saved === thumbnail) keep(thumbnail, picture);
  else await releaseUpload(thumbnail);
  return saved || null;
}

function keep(path: string, picture: Blob): string {
  const address = URL.createObjectURL(picture);
  kept.set(path, address);
  for (const [oldest, old] of kept) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
    URL.revokeObjectURL(old);
  }
  return address;
}

/**
 * @param isHere whether the content is on this device; only then rare picture formats are tried.
 */
function thumbnailKindOf(file: Pictured, isHere: boolean): "image" | "video" | null {
  const kind = file.is_folder ? null : previewKindOf(file);
  if (kind === "image") return isHere || isCommonPicture(file) ? kind : null;
  return kind === "video" ? kind : null;
}

/** Whether the user has asked the browser to save data. Not every browser reports this. */
function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
