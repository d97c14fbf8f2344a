import type { Config } from "./config.ts";
import type { Database } from "./database/open.ts";
import type { Log } from "./log/log.ts";
import type { SiteKeys } from "./secrets.ts";
import type { BlobStore } from "./storage/blobs/blob-store.ts";

/** Dependencies of every part of the host. Nothing in `server/` reads the environment itself. */
export interface ServerDeps {
  config: Config;
  secrets: SiteKeys;
  database: Database;
  /** The bytes of the stored files. */
  blobs: BlobStore;
  log: Log;
  /**
   * The public origin: `FOYER_PUBLIC_URL`, else the `http://host:port` in use. No trailing slash.
   */
  origin: string;
  paths: {
    /** The built browser files, `dist/client`. */
    client: string;
    /** The built prerender bundle, `dist/prerender/prerender.js`. */
    prerender: string;
  };
}
