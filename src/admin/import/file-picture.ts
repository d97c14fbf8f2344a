import { safePicture } from "../../lib/safe-url.ts";
import { shorten } from "../../lib/shorten.ts";
import { decodePicture } from "../pictures/open-picture.ts";
import { uploadProfilePicture } from "../pictures/profile-picture.ts";
import { getPictureAddress } from "../pictures/public-files.ts";
import type { FilePicture, Plan, PlanItem, SiteContent } from "./plan-item.ts";

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
  const isRemote = /^https?:/i.test(address) && URL.canParse(address);
  const isEmbedded = /^data:image\//i.test(address);
  const quoted = `“${shorten(address, LONGEST_EXCERPT)}”`;
  const source = isEmbedded ? "the file" : isRemote ? new URL(address).host : quoted;
  const within = AbortSignal.any([signal, AbortSignal.timeout(PICTURE_TIMEOUT_MS)]);
  const load = async (isCopied: boolean) => {
    if (!own && !isRemote && !isEmbedded) return null;
    const loading = decodePicture(own ?? address, source, { signal: within, isCopied });
    return loading.catch(() => signal.throwIfAborted() ?? null);
  };
  const image = await load(true);
  if (image) return own ? null : { image, source, visible: null };
  const isVisible = isRemote && (await load(false)) !== null;
  return { image, source, visible: isVisible ? address : null };
}

/** For a site that does not answer; the owner waits for the review. */
const PICTURE_TIMEOUT_MS = 10_000;

/** Maximum length of an address quoted in a sentence. */
const LONGEST_EXCERPT = 80;

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
    return { ...item, status, row, picture, isOptional: hasOne };
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
  const value = await getPictureAddress(
    await uploadProfilePicture({ image, square, tall: null }, options),
  );
  const items = plan.items.map((one) =>
    one.id === PICTURE ? { ...one, row: { ...row, value } } : one,
  );
  return { ...plan, items };
}
