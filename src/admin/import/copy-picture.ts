import { uploadProfilePicture } from "../pictures/profile-picture.ts";
import { getPictureAddress } from "../pictures/public-files.ts";
import type { Plan } from "./plan-item.ts";

/**
 * The plan with a local copy of a profile picture, which visitors should not load from another
 * site.
 * @returns the plan without the picture if the other site does not allow reading it.
 */
export async function withOwnPicture(
  plan: Plan,
  chosen: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ plan: Plan; failed: boolean }> {
  const item = plan.items.find(({ id, row }) => id === KEY && row && chosen.has(id));
  const address = String(item?.row?.value ?? "");
  if (!item?.row || !/^https?:/i.test(address)) return { plan, failed: false };
  const value = await copyPicture(address, signal);
  const row = value === null ? null : { ...item.row, value };
  const items = plan.items.map((one) => (one === item ? { ...item, row } : one));
  return { plan: { ...plan, items }, failed: row === null };
}

const KEY = "profilePictureUrl";

/** The URL of a copy of the picture's central square; null if the picture cannot be read. */
async function copyPicture(address: string, signal: AbortSignal): Promise<string | null> {
  const image = new Image();
  image.crossOrigin = "anonymous";
  image.src = address;
  try {
    await Promise.race([image.decode(), deadline(signal)]);
    const { naturalWidth: width, naturalHeight: height } = image;
    const size = Math.min(width, height);
    const square = { x: (width - size) / 2, y: (height - size) / 2, width: size, height: size };
    const options = { signal, onProgress: () => {} };
    const path = await uploadProfilePicture({ image, square, tall: null }, options);
    return await getPictureAddress(path);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Rejects after the time limit for slow sites, or when the import is canceled. */
function deadline(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const both = AbortSignal.any([signal, AbortSignal.timeout(PICTURE_TIMEOUT_MS)]);
    both.addEventListener("abort", () => reject(both.reason));
  });
}

const PICTURE_TIMEOUT_MS = 10_000;
