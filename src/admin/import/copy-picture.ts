import { uploadProfilePicture } from "../pictures/profile-picture.ts";
import { getPictureAddress } from "../pictures/public-files.ts";
import type { Plan } from "./plan-item.ts";

/**
 * The plan with a copy of a profile picture of another site, which visitors should not load from
 * there.
 * @returns without the picture where that site does not let this one read it.
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

/** The address of a copy of the middle of a picture; null where it cannot be read. */
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

/** Rejects once a slow site has had its time, or when the import is canceled. */
function deadline(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const both = AbortSignal.any([signal, AbortSignal.timeout(PICTURE_TIMEOUT_MS)]);
    both.addEventListener("abort", () => reject(both.reason));
  });
}

const PICTURE_TIMEOUT_MS = 10_000;
