import { unwrap } from "../../lib/errors.ts";
import { requireReach } from "../../lib/reach.ts";
import { getClient } from "../../lib/supabase.ts";
import { BUCKET, SIGNED_FOR } from "../files/contents-api.ts";
import { grouped } from "../files/uploads/grouped.ts";

interface Signed {
  address: Promise<string | null>;
  /** Expiry, as of `Date.now()`. */
  until: number;
}

/**
 * Signed URLs of files of the drive; concurrent requests are signed together.
 * @param small whether thumbnails suffice.
 * @returns the URL of a file; null when it no longer exists.
 */
export function createPictureAddresses(small: boolean) {
  const signed = new Map<string, Signed>();
  const signAll = async (ids: string[]) => {
    const addresses = await signFiles(ids, small);
    return ids.map((id) => addresses.get(id) ?? null);
  };
  const sign = grouped(signAll, { most: IDS_AT_ONCE, isFinal: () => true });
  return (id: string, renewed = false): Promise<string | null> => {
    const known = signed.get(id);
    if (known && !renewed && known.until > Date.now()) return known.address;
    const address = sign(id);
    // One minute is reserved for loading the picture.
    const current = { address, until: Date.now() + (SIGNED_FOR - 60) * 1000 };
    signed.set(id, current);
    address.catch(() => {
      if (signed.get(id) === current) signed.delete(id);
    });
    return address;
  };
}

/** Maximum number of ids in a request's URL. */
export const IDS_AT_ONCE = 100;

async function signFiles(ids: string[], small: boolean): Promise<Map<string, string>> {
  requireReach("workspace");
  const client = getClient("workspace");
  const files = await client.from("workspace_files").select(COLUMNS).in("id", ids).then(unwrap);
  const paths = new Map(files.map((file) => [shownPath(file, small), file.id]));
  paths.delete(null);
  if (paths.size === 0) return new Map();
  const bucket = client.storage.from(BUCKET);
  const signed = unwrap(await bucket.createSignedUrls([...paths.keys()] as string[], SIGNED_FOR));
  return new Map(
    signed.flatMap(({ path, signedUrl }) => {
      const id = paths.get(path);
      return id && signedUrl ? [[id, signedUrl]] : [];
    }),
  );
}

const COLUMNS = "id, storage_object_path, thumbnail_path";

/** The path of the object that shows a file; a new file has no thumbnail yet. */
function shownPath(
  file: { storage_object_path: string | null; thumbnail_path: string | null },
  small: boolean,
): string | null {
  return (small ? file.thumbnail_path : null) ?? file.storage_object_path;
}
