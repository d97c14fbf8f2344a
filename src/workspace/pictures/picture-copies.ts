import type { UserStore } from "../shell/user-store.ts";

/**
 * Maximum bytes of all copies.
 * @limit content: pictures of notes that a device stores to show them offline
 */
const MOST_BYTES = 50 * 1024 ** 2;

/** Copies up to this size are added without making room first; most thumbnails are smaller. */
const THUMBNAIL_BYTES = 100 * 1024;

/**
 * After this many added bytes, the stored copies, including those of other tabs, are counted again.
 */
const RECOUNTED_BYTES = 5 * 1024 ** 2;

/**
 * Minimum interval between updates of the time at which a picture was last seen, in milliseconds.
 */
const SEEN_MS = 60 * 60 * 1000;

interface PictureCopy {
  key: string;
  picture: Blob;
  /** URL path of the content; it changes with the file's content. */
  path: string;
  /** Milliseconds, as of `Date.now()`. */
  seen: number;
}

/** Copies of recently seen pictures of notes, for offline use. Its methods never fail. */
export class PictureCopies {
  readonly #device: UserStore;
  readonly #addresses = new Map<string, string>();
  /** Bytes that can be added before the copies are counted again. */
  #room = 0;

  /** @param device store that is cleared at logout. */
  constructor(device: UserStore) {
    this.#device = device;
  }

  /** Stores a copy of the picture at a signed URL. */
  async keep(id: string, small: boolean, address: string): Promise<void> {
    const { protocol, pathname } = new URL(address);
    if (protocol === "blob:") return;
    const known = await this.#get(id, small);
    const isCurrent = known?.path === pathname;
    if (isCurrent && Date.now() - known.seen < SEEN_MS) return;
    const picture = isCurrent ? known.picture : await read(address).catch(() => null);
    if (picture) await this.add(id, small, picture, pathname);
  }

  /**
   * @param path unknown for a picture that was just uploaded; the copy is replaced at the next
   * read.
   */
  async add(id: string, small: boolean, picture: Blob, path = ""): Promise<void> {
    const key = keyOf(id, small);
    const copy: PictureCopy = { key, picture, path, seen: Date.now() };
    this.#room -= picture.size;
    try {
      await this.#device.write([[key, copy]], []);
      if (this.#room < 0) await this.#makeRoom();
    } catch {
      // Without storage there are no copies.
    }
  }

  async remove(id: string): Promise<void> {
    await this.#device.write([], [keyOf(id, true), keyOf(id, false)]).catch(() => {});
  }

  /** A URL of the copy, in the other size if only that is stored; null without a copy. */
  async open(id: string, small: boolean): Promise<string | null> {
    const copy = (await this.#get(id, small)) ?? (await this.#get(id, !small));
    if (!copy) return null;
    const name = `${copy.key} ${copy.path}`;
    const address = this.#addresses.get(name) ?? URL.createObjectURL(copy.picture);
    this.#addresses.set(name, address);
    return address;
  }

  #get(id: string, small: boolean): Promise<PictureCopy | undefined> {
    return this.#device.get<PictureCopy>(keyOf(id, small)).catch(() => undefined);
  }

  /** Deletes large pictures before thumbnails, the least recently seen first. */
  async #makeRoom(): Promise<void> {
    const copies = await this.#device.values<PictureCopy>(PREFIX);
    const isLarge = ({ picture }: PictureCopy) => Number(picture.size > THUMBNAIL_BYTES);
    copies.sort((a, b) => isLarge(b) - isLarge(a) || a.seen - b.seen);
    let bytes = copies.reduce((sum, { picture }) => sum + picture.size, 0);
    const removed: string[] = [];
    for (const { key, picture } of copies) {
      if (bytes <= MOST_BYTES) break;
      bytes -= picture.size;
      removed.push(key);
    }
    await this.#device.write([], removed);
    this.#room = Math.min(MOST_BYTES - bytes, RECOUNTED_BYTES);
  }
}

const PREFIX = "picture ";

const keyOf = (id: string, small: boolean) => `${PREFIX}${id}${small ? " small" : ""}`;

/** Downloads again, unless the browser may have cached the response. */
async function read(address: string): Promise<Blob | null> {
  const response = await fetch(address, { cache: "force-cache" });
  return response.ok ? response.blob() : null;
}
