import type { Config } from "./config.ts";
import type { Database } from "./database/open.ts";
import type { Log } from "./log.ts";
import type { Secrets } from "./secrets.ts";

/** What every part of the host is handed at start. Nothing in `server/` reads the environment itself. */
export interface ServerDeps {
  config: Config;
  secrets: Secrets;
  database: Database;
  log: Log;
  /** The origin visitors are told about: `FOYER_PUBLIC_URL`, else `http://host:port` as listened on. No trailing slash. */
  origin: string;
  paths: {
    /** The built browser files, `dist/client`. */
    client: string;
    /** The built prerender bundle, `dist/prerender/prerender.js`. */
    prerender: string;
    /** Where uploaded blobs are stored, under generated ids. */
    blobs: string;
  };
}
