import type { UserStore } from "../shell/user-store.ts";

/**
 * Bytes of all copies.
 * @limit content: pictures of notes that a device stores to show them offline
 */
const MOST_BYTES = 50 * 1024 ** 2;

/** Larger ones make room first: most thumbnails are smaller. */
const THUMBNAIL_BYTES = 100 * 1024;

/** Bytes added before what is stored, also by other tabs, is counted again. */
const RECOUNTED_BYTES = 5 * 1024 ** 2;

/** Milliseconds after which the time at which a picture was seen is stored again. */
const SEEN_MS = 60 * 60 * 1000;

interface PictureCopy {
  key: string;
  picture: Blob;
  /** URL path of the content; another content of the same file has another one. */
  path: string;
  /** Milliseconds, as of `Date.now()`. */
  seen: number;
}

/** Copies of the pictures of notes seen last, to be shown offline. Its methods never fail. */
export class PictureCopies {
  readonly #device: UserStore;
  readonly #addresses = new Map<string, string>();
  /** Bytes that can be added before the copies are counted. */
  #room = 0;

  /** @param device cleared at logout. */
  constructor(device: UserStore) {
    this.#device = device;
  }

  /** Stores what is shown from a signed address. */
  async keep(id: string, small: boolean, address: string): Promise<void> {
    const { protocol, pathname } = new URL(address);
    if (protocol === "blob:") return;
    const known = await this.#get(id, small);
    const isCurrent = known?.path === pathname;
    if (isCurrent && Date.now() - known.seen < SEEN_MS) return;
    const picture = isCurrent ? known.picture : await read(address).catch(() => null);
    if (picture) await this.add(id, small, picture, pathname);
  }

  /** @param path unknown for a picture that was just uploaded; it is stored again when it is read. */
  async add(id: string, small: boolean, picture: Blob, path = ""): Promise<void> {
    const key = keyOf(id, small);
    const copy: PictureCopy = { key, picture, path, seen: Date.now() };
    this.#room -= picture.size;
    try {
      await this.#device.write([[key, copy]], []);
      if (this.#room < 0) await this.#makeRoom();
    } catch {
      // Where nothing can be stored, there are no copies.
    }
  }

  async remove(id: string): Promise<void> {
    await this.#device.write([], [keyOf(id, true), keyOf(id, false)]).catch(() => {});
  }

  /** An address of the copy, in the other size if there is only that; null without one. */
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

  /** Deletes large pictures before thumbnails, and those first that were seen least recently. */
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

/** Once more, unless the browser may have stored it. */
async function read(address: string): Promise<Blob | null> {
  const response = await fetch(address, { cache: "force-cache" });
  return response.ok ? response.blob() : null;
}
