import { openLocalSource } from "../archive/local-source.ts";
import type { ArchiveSource } from "../archive/source-and-target.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/open.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";

export interface SiteSourceDeps {
  config: Pick<Config, "directDatabaseUrl">;
  database: Pick<Database, "url">;
  blobs: Pick<BlobStore, "get">;
}

/** The running server's own site. A pooler would lose the lock, so it is reached past one. */
export function openSiteSource(
  { config, database, blobs }: SiteSourceDeps,
  { withoutWorkspace = false } = {},
): Promise<ArchiveSource> {
  const url = config.directDatabaseUrl ?? database.url;
  return openLocalSource({ url, blobs, withoutWorkspace });
}
