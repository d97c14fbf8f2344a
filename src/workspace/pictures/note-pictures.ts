import { toast } from "sonner";
import type { PictureAttributes, PictureSource } from "../../editor/picture-view.ts";
import { BackendError, isUnanswered, messageOf } from "../../lib/errors.ts";
import { formatExcess, formatSize } from "../../lib/file-size.ts";
import { newId } from "../../lib/new-id.ts";
import { filePath, hashOf } from "../../lib/paths.ts";
import { readStoredSession } from "../../lib/stored-session.ts";
import { withLock } from "../../lib/with-lock.ts";
import { openCopy } from "../shell/device-copy.ts";
import { beforeSignOut } from "../shell/unfinished-work.ts";
import { createPictureAddresses } from "./picture-addresses.ts";
import { PictureCopies } from "./picture-copies.ts";
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from "./picture-limits.ts";
import { openUnsentPictures, type UnsentPicture } from "./unsent-pictures.ts";

/** Milliseconds before an upload without a response is retried. */
const RETRY_MS = 30_000;

/**
 * The pictures of one user's notes, which are files of the drive. A new picture is stored on the
 * device before the text refers to it, and is uploaded when there is a connection.
 */
export class NotePictures implements PictureSource {
  readonly #userId: string;
  readonly #unsent;
  readonly #copies: PictureCopies;
  readonly #openFull = createPictureAddresses(false);
  readonly #openSmall = createPictureAddresses(true);
  /** Object URLs of pictures stored on this device. */
  readonly #local = new Map<string, string>();
  /** Pictures whose failure was already reported. */
  readonly #reported = new Set<string>();
  #sending: Promise<void> | null = null;
  #again = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string) {
    this.#userId = userId;
    this.#unsent = openUnsentPictures(userId);
    this.#copies = new PictureCopies(openCopy(userId));
    addEventListener("online", () => void this.flush());
    addEventListener("beforeunload", (event) => {
      if (this.#unsent.isHolding()) event.preventDefault();
    });
    beforeSignOut(() => this.flush());
    void this.flush();
  }

  async add(file: File): Promise<PictureAttributes> {
    if (!PICTURE_TYPES.includes(file.type))
      throw new Error(`“${file.name}” isn't a picture that can be shown here.`);
    if (file.size > PICTURE_MAX_BYTES) {
      throw new Error(
        `“${file.name}” is too large: ${formatExcess(file.size)}, at most ${formatSize(PICTURE_MAX_BYTES)}.`,
      );
    }
    const address = URL.createObjectURL(file);
    const { width, height } = await measure(address).catch(() => {
      URL.revokeObjectURL(address);
      throw new Error(`“${file.name}” is damaged, so it can't be shown.`);
    });
    const id = newId();
    this.#local.set(id, address);
    // Browsers name every pasted picture `image.png` or similar.
    const isNamed = !/^image\.\w+$/.test(file.name);
    const name = isNamed ? file.name : file.name.replace("image", `Picture ${id.slice(0, 8)}`);
    await this.#unsent.save({ id, file, name });
    void this.flush();
    const alt = isNamed ? name.replace(/\.\w+$/, "").replace(/[<>"]/g, "") : "";
    return { file: id, alt, width, height };
  }

  async attach(text: File, id: string): Promise<string> {
    const { uploadPicture } = await import("./upload-picture.ts");
    await uploadPicture(this.#userId, { id, file: text, name: text.name }, async () => {});
    return new URL(hashOf(filePath(id, null)), document.baseURI).href;
  }

  open(id: string, renewed = false): Promise<string | null> {
    return this.#open(id, renewed, false);
  }

  shown(id: string, address: string): void {
    void this.#copies.keep(id, false, address);
  }

  /** Pictures for cards, which show thumbnails. */
  readonly cards: PictureSource = {
    add: (file) => this.add(file),
    open: (id, renewed = false) => this.#open(id, renewed, true),
    shown: (id, address) => void this.#copies.keep(id, true, address),
  };

  async #open(id: string, renewed: boolean, small: boolean): Promise<string | null> {
    const local = this.#local.get(id);
    if (local) return local;
    const unsent = await this.#unsent.get(id);
    if (!unsent) return this.#openStored(id, renewed, small);
    const address = this.#local.get(id) ?? URL.createObjectURL(unsent.file);
    this.#local.set(id, address);
    return address;
  }

  /** The URL of an uploaded picture, or of this device's copy when the drive cannot be reached. */
  async #openStored(id: string, renewed: boolean, small: boolean): Promise<string | null> {
    const copy = () => this.#copies.open(id, small);
    // Offline, a request would fail only after a delay.
    const known = navigator.onLine ? null : await copy();
    if (known) return known;
    const openAddress = small ? this.#openSmall : this.#openFull;
    const address = await openAddress(id, renewed).catch(copy);
    if (!address) void this.#copies.remove(id);
    return address;
  }

  /**
   * Uploads unsent pictures, one after another, in one tab at a time. Never fails. Without locks
   * (plain http), a picture may be uploaded twice, to one file.
   */
  flush(): Promise<void> {
    this.#again = this.#sending !== null;
    this.#sending ??= withLock(`foyer-note-pictures ${this.#userId}`, async () => {
      do {
        this.#again = false;
        for (const picture of await this.#unsent.list()) if (!(await this.#send(picture))) return;
      } while (this.#again);
    }).finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /** @returns false when the other uploads would fail as well. */
  async #send(picture: UnsentPicture): Promise<boolean> {
    if (readStoredSession("workspace")?.user.id !== this.#userId) return false;
    try {
      const { uploadPicture } = await import("./upload-picture.ts");
      await uploadPicture(this.#userId, picture, (now) => this.#unsent.save(now));
      await this.#copies.add(picture.id, false, picture.file);
      await this.#unsent.remove(picture.id);
      return true;
    } catch (error) {
      const isRefused =
        error instanceof BackendError && !isUnanswered(error) && error.status !== 401;
      if (isRefused && !this.#reported.has(picture.id)) {
        this.#reported.add(picture.id);
        toast.error(`“${picture.name}” is only on this device: ${messageOf(error)}`);
      }
      if (isRefused) return true;
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.flush(), RETRY_MS);
      return false;
    }
  }
}

/** The size as displayed, with the camera's orientation applied. */
async function measure(address: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
