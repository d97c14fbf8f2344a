import { SHARE_TARGET } from "../../../shared/share-target.ts";
import { SHARED_CACHE } from "./shared-cache.ts";

/**
 * Files and texts that may wait to be saved. Limited, because any site can send them.
 * @limit content: files and texts that other apps have shared and that wait to be saved [items]
 */
export const MOST_SHARED = 30;

/** Maximum in bytes. @limit content: shared content of other apps that waits to be saved */
export const MOST_SHARED_BYTES = 100 * 1024 ** 2;

const NAME_HEADER = "x-foyer-name";
const SIZE_HEADER = "x-foyer-size";

export interface SharedText {
  title: string;
  text: string;
}

/** Content that was shared in one action. */
export interface Share {
  id: string;
  items: SharedItem[];
}

/** A text, or a file. */
export interface SharedItem {
  id: string;
  content: SharedText | { file: File };
  /** Removes the share, once it is stored elsewhere. */
  forget(): Promise<void>;
}

/** The share that is being stored; the next share has to see its size. */
let storing: Promise<unknown> = Promise.resolve();

/**
 * Stores a share, in the worker, because the page may be closed and the network unavailable.
 * @param form as the manifest describes it.
 * @param root the site's path.
 * @returns the share's id, or the reason why nothing was stored.
 */
export function storeShared(caches: CacheStorage, root: string, form: FormData): Promise<string> {
  const stored = storing.then(() => store(caches, root, form));
  storing = stored.catch(() => {});
  return stored;
}

async function store(caches: CacheStorage, root: string, form: FormData): Promise<string> {
  // The page opens the share when somebody is signed in.
  if (!(await caches.has(SHARED_CACHE))) return "signed-out";
  const cache = await caches.open(SHARED_CACHE);
  const field = (name: string) => String(form.get(name) ?? "").trim();
  // Apps put a link either into the text or into its own field.
  const text = [...new Set([field("text"), field("url")])].filter(Boolean).join("\n");
  const entries: [content: Blob, headers: Record<string, string>][] = [];
  const title = field("title");
  if (title || text) entries.push([new Blob([JSON.stringify({ title, text })]), {}]);
  for (const file of form.getAll("files")) {
    if (typeof file === "string" || (file.size === 0 && file.name === "")) continue;
    entries.push([file, { [NAME_HEADER]: encodeURIComponent(file.name) }]);
  }
  if (entries.length === 0) return "again";
  const sizes = entries.map(([{ size }]) => size);
  for (const key of await cache.keys()) {
    sizes.push(Number((await cache.match(key))?.headers.get(SIZE_HEADER) ?? 0));
  }
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length > MOST_SHARED || bytes > MOST_SHARED_BYTES) return "full";
  const id = `${Date.now()}-${crypto.randomUUID()}`;
  const keyOf = (index: number) => `${root}${SHARE_TARGET}/${id}/${index}`;
  try {
    for (const [index, [content, named]] of entries.entries()) {
      const headers = { ...named, "content-type": content.type, [SIZE_HEADER]: `${content.size}` };
      await cache.put(keyOf(index), new Response(content, { headers }));
    }
    return id;
  } catch (error) {
    // The device is full: the whole share is stored, or nothing.
    await Promise.all(entries.map((_, index) => cache.delete(keyOf(index))));
    throw error;
  }
}

/** Whether a share waits to be stored elsewhere. Also allows new shares from now on. */
export async function hasShared(): Promise<boolean> {
  if (!("caches" in window)) return false;
  return (await (await caches.open(SHARED_CACHE)).keys()).length > 0;
}

/**
 * Shares that are not stored elsewhere yet, the oldest first.
 * @param first the id of the share that comes before all others.
 */
export async function listShared(first = ""): Promise<Share[]> {
  const cache = await caches.open(SHARED_CACHE);
  const shares = new Map<string, Share>();
  for (const request of await cache.keys()) {
    const stored = await cache.match(request);
    if (!stored) continue;
    const name = stored.headers.get(NAME_HEADER);
    const content =
      name === null
        ? ((await stored.json()) as SharedText)
        : { file: await toFile(stored, decodeURIComponent(name)) };
    const id = /\/([^/]+)\/\d+$/.exec(request.url)?.[1] ?? request.url;
    const share = shares.get(id) ?? { id, items: [] };
    const forget = async () => void (await cache.delete(request));
    share.items.push({ id: request.url, content, forget });
    shares.set(id, share);
  }
  // Ids begin with the time; shares of one millisecond stay in the order of the cache.
  const rank = ({ id }: Share) => (id === first ? 0 : Number.parseInt(id, 10));
  return [...shares.values()].sort((a, b) => rank(a) - rank(b));
}

async function toFile(stored: Response, name: string): Promise<File> {
  const type = stored.headers.get("content-type") ?? "";
  return new File([await stored.blob()], name || "Shared file", { type });
}
