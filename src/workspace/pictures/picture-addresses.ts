import { unwrap } from "../../lib/errors.ts";
import { requireReach } from "../../lib/reach.ts";
import { getClient } from "../../lib/supabase.ts";
import { BUCKET, SIGNED_FOR } from "../files/contents-api.ts";

interface Signed {
  address: Promise<string | null>;
  /** Milliseconds, as of `Date.now()`. */
  until: number;
}

/** Signed addresses of files of the drive: those asked for together are signed together. */
export class PictureAddresses {
  readonly #small: boolean;
  readonly #signed = new Map<string, Signed>();
  #next: { ids: Set<string>; addresses: Promise<Map<string, string>> } | null = null;

  /** @param small whether thumbnails are enough. */
  constructor(small: boolean) {
    this.#small = small;
  }

  /** Null when the file no longer exists. */
  open(id: string, renewed = false): Promise<string | null> {
    const known = this.#signed.get(id);
    if (known && !renewed && known.until > Date.now()) return known.address;
    const address = this.#sign(id);
    // Long enough to be loaded.
    const signed = { address, until: Date.now() + (SIGNED_FOR - 60) * 1000 };
    this.#signed.set(id, signed);
    address.catch(() => {
      if (this.#signed.get(id) === signed) this.#signed.delete(id);
    });
    return address;
  }

  async #sign(id: string): Promise<string | null> {
    this.#next ??= this.#startBatch();
    const { ids, addresses } = this.#next;
    ids.add(id);
    if (ids.size === MOST_AT_ONCE) this.#next = null;
    return (await addresses).get(id) ?? null;
  }

  #startBatch() {
    const ids = new Set<string>();
    const addresses = new Promise((resolve) => setTimeout(resolve, 20)).then(() => {
      if (this.#next?.ids === ids) this.#next = null;
      return signFiles([...ids], this.#small);
    });
    return { ids, addresses };
  }
}

/** Ids in one request's address. */
const MOST_AT_ONCE = 100;

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

/** The object that shows a file; a new one has no thumbnail yet. */
function shownPath(
  file: { storage_object_path: string | null; thumbnail_path: string | null },
  small: boolean,
): string | null {
  return (small ? file.thumbnail_path : null) ?? file.storage_object_path;
}
