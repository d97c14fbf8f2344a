import { safePicture } from "../../lib/safe-url.ts";
import { shorten } from "../../lib/shorten.ts";
import { decodePicture, openPicture, PictureTooLarge } from "../pictures/open-picture.ts";
import { uploadProfilePicture } from "../pictures/profile-picture.ts";
import { getPictureAddress } from "../pictures/public-files.ts";
import type { Plan, PlanItem, SiteContent } from "./plan-item.ts";

/**
 * The profile picture of a file: loaded and ready to be copied into the site, because visitors
 * should not load it from another one; or why that is not possible.
 */
export interface FilePicture {
  image: HTMLImageElement | null;
  /** Where the picture comes from: the name of a site or of a chosen file. */
  source: string;
  /** Why it cannot be copied; otherwise empty. */
  refusal: string;
  /** The address of a picture that can be looked at, but not copied. */
  visible: string | null;
}

export const PICTURE = "profilePictureUrl";

/**
 * Loads the picture that a file names.
 * @returns null when there is nothing to copy: no picture, or one of this site.
 */
export async function loadFilePicture(
  address: string,
  signal: AbortSignal,
): Promise<FilePicture | null> {
  if (address === "") return null;
  const own = address.startsWith("/") ? safePicture(address) : null;
  const isEmbedded = /^data:image\//i.test(address);
  const isRemote = /^https?:/i.test(address) && URL.canParse(address);
  if (!own && !isEmbedded && !isRemote) {
    const named = `“${shorten(address, LONGEST_EXCERPT)}”`;
    return refused("", `${named} is not a web address, so the picture can't be found.`);
  }
  const source = isRemote ? new URL(address).host : isEmbedded ? "the file" : "your site";
  const slow = AbortSignal.timeout(PICTURE_TIMEOUT_MS);
  const load = (isCopied: boolean) => {
    const options = { signal: AbortSignal.any([signal, slow]), isCopied };
    return decodePicture(own ?? address, "The picture", options);
  };
  try {
    const image = await load(true);
    return own ? null : { image, source, refusal: "", visible: null };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PictureTooLarge) return refused(source, error.message);
    if (isEmbedded) return refused(source, "The picture in the file is damaged.");
  }
  const isVisible = isRemote && (await load(false).catch(() => null)) !== null;
  signal.throwIfAborted();
  if (isVisible) {
    return refused(source, `${source} shows it, but does not let other sites copy it.`, address);
  }
  if (slow.aborted) return refused(source, `${source} did not answer within 10 seconds.`);
  return refused(source, `No picture could be loaded from ${source}.`);
}

function refused(source: string, refusal: string, visible: string | null = null): FilePicture {
  return { image: null, source, refusal, visible };
}

/**
 * Maximum time for a site to send the picture, in milliseconds. The owner waits for it, and can
 * choose the picture from the device instead.
 */
const PICTURE_TIMEOUT_MS = 10_000;

/** Maximum length of an address quoted in a sentence. */
const LONGEST_EXCERPT = 80;

/**
 * A picture that the owner chose instead of the file's.
 * @throws {Error} with a message for the owner.
 */
export async function chosenPicture(file: File): Promise<FilePicture> {
  const { address } = await openPicture(file);
  try {
    const image = await decodePicture(address, file.name);
    return { image, source: file.name, refusal: "", visible: null };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The items with this picture instead of the address in the file. */
export function withPicture(
  items: PlanItem[],
  picture: FilePicture | null,
  { info }: SiteContent,
): PlanItem[] {
  const stored = info.find(({ key }) => key === PICTURE);
  const hasOne = Boolean(stored?.value);
  return items.map((item): PlanItem => {
    if (item.id !== PICTURE || item.status === "same" || !picture) return item;
    const row = picture.image && { key: PICTURE, value: "", revision: stored?.revision ?? null };
    const status = !row ? "refused" : hasOne ? "changed" : "added";
    // The site's own picture is not replaced unasked.
    return { ...item, status, reason: picture.refusal, row, picture, isOptional: hasOne };
  });
}

/** The plan with the address of the chosen picture's copy, whose central square is uploaded. */
export async function withPictureCopy(
  plan: Plan,
  chosen: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Plan> {
  const { row, picture } = plan.items.find(({ id }) => id === PICTURE) ?? {};
  if (!row || !picture?.image || !chosen.has(PICTURE)) return plan;
  const { image } = picture;
  const { naturalWidth: width, naturalHeight: height } = image;
  const size = Math.min(width, height);
  const square = { x: (width - size) / 2, y: (height - size) / 2, width: size, height: size };
  const options = { signal, onProgress: () => {} };
  const path = await uploadProfilePicture({ image, square, tall: null }, options);
  const value = await getPictureAddress(path);
  const copied = (item: PlanItem) =>
    item.id === PICTURE ? { ...item, row: { ...row, value } } : item;
  return { ...plan, items: plan.items.map(copied) };
}
