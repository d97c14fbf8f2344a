import type { BlobStore } from "../storage/blobs/blob-store.ts";
import type { SigningKeys } from "./manifest.ts";
import type { ArchiveSource } from "./source-and-target.ts";
import { openSqlSource } from "./sql-source.ts";

export interface LocalSourceOptions {
  /** A superuser's connection to the site's database, past any transaction pooler. */
  url: string;
  blobs: Pick<BlobStore, "get">;
  keys?: SigningKeys | null;
  /** Leaves out what only the workspace user may read. */
  withoutWorkspace?: boolean;
  /** Leaves out the rows on damaged pages. */
  skipDamaged?: boolean;
}

/** Opens one snapshot of a site of this host, whose files are in its blob store. */
export function openLocalSource({
  url,
  blobs,
  keys,
  withoutWorkspace = false,
  skipDamaged = false,
}: LocalSourceOptions): Promise<ArchiveSource> {
  return openSqlSource({
    url,
    openFile: async ({ version }) => (version ? blobs.get(version) : null),
    keys: keys ?? null,
    withoutWorkspace,
    skipDamaged,
  });
}
