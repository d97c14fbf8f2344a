import { SHARED_CACHE } from "./shared-cache.ts";

/** Where the manifest has other apps send it, below the site's root. */
export const SHARE_TARGET = "share-target";

const NAME_HEADER = "x-foyer-name";

export interface SharedText {
  title: string;
  text: string;
}

/** Something shared: a text, or a file. */
export interface SharedItem {
  id: string;
  content: SharedText | { file: File };
  /** Forgets it, once it is stored elsewhere. */
  forget(): Promise<void>;
}

/**
 * Stores a share, in the worker: the page may not be open, and the network away.
 * @param form as the manifest describes it.
 * @param root the site's path.
 */
export async function storeShared(caches: CacheStorage, root: string, form: FormData) {
  const cache = await caches.open(SHARED_CACHE);
  const field = (name: string) => String(form.get(name) ?? "").trim();
  // Apps put a link into the text as often as into its own field.
  const text = [...new Set([field("text"), field("url")])].filter(Boolean).join("\n");
  const entries: Response[] = [];
  const title = field("title");
  if (title || text) entries.push(Response.json({ title, text }));
  for (const file of form.getAll("files")) {
    if (typeof file === "string" || (file.size === 0 && file.name === "")) continue;
    const headers = { "content-type": file.type, [NAME_HEADER]: encodeURIComponent(file.name) };
    entries.push(new Response(file, { headers }));
  }
  for (const entry of entries) {
    await cache.put(`${root}${SHARE_TARGET}/${crypto.randomUUID()}`, entry);
  }
}

/** Whether something was shared that is not stored elsewhere yet. */
export async function hasShared(): Promise<boolean> {
  if (!("caches" in window) || !(await caches.has(SHARED_CACHE))) return false;
  return (await (await caches.open(SHARED_CACHE)).keys()).length > 0;
}

/** What was shared and is not stored elsewhere yet. */
export async function listShared(): Promise<SharedItem[]> {
  const cache = await caches.open(SHARED_CACHE);
  const items: SharedItem[] = [];
  for (const request of await cache.keys()) {
    const stored = await cache.match(request);
    if (!stored) continue;
    const name = stored.headers.get(NAME_HEADER);
    const content =
      name === null
        ? ((await stored.json()) as SharedText)
        : { file: await toFile(stored, decodeURIComponent(name)) };
    items.push({
      id: request.url,
      content,
      forget: async () => void (await cache.delete(request)),
    });
  }
  return items;
}

async function toFile(stored: Response, name: string): Promise<File> {
  const type = stored.headers.get("content-type") ?? "";
  return new File([await stored.blob()], name || "Shared file", { type });
}
