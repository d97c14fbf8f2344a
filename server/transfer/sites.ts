import { ArchiveError } from "../archive/archive-error.ts";
import type { ArchiveSource, ArchiveTarget } from "../archive/source-and-target.ts";
import { openSqlSource } from "../archive/sql-source.ts";
import { openSqlTarget } from "../archive/sql-target.ts";
import { type Config, parseConfig } from "../config.ts";
import {
  nameOfSite,
  openSiteDatabase,
  type SiteDatabase,
  siteExists,
} from "../database/open-site.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";
import { openBlobs, placeOfBlobs } from "../storage/blobs/open-blobs.ts";
import { openHostedSource } from "./hosted-source.ts";
import { openHostedTarget } from "./hosted-target.ts";

/** A site that is the source or target of a backup, a restore or a move. */
export interface TransferSite {
  /** Readable name, such as `data directory /srv/foyer`. */
  name: string;
  /** Locations of the site's rows and files; the two sites of a move must not share any. */
  places: readonly string[];
  /** @param options.skipDamaged omits rows on damaged pages of the database. */
  openSource(options: { withKeys: boolean; skipDamaged?: boolean }): Promise<ArchiveSource>;
  openTarget(options: { withKeys: boolean; replace: boolean }): Promise<ArchiveTarget>;
}

/**
 * The site given by `--from` or `--to`, otherwise the one that the environment selects.
 * @param dataDir folder with the secrets and files of a PostgreSQL site.
 * @throws {ArchiveError} if the text does not identify a site.
 */
export function chooseSite(
  address: string | undefined,
  environment: NodeJS.ProcessEnv,
  dataDir?: string,
): TransferSite {
  const local = { ...environment, ...(dataDir ? { FOYER_DATA_DIR: dataDir } : {}) };
  if (address === undefined) {
    const { SUPABASE_URL: url } = environment;
    return url ? hostedSite(url, environment) : localSite(parseConfig(local));
  }
  const [, kind, rest] = /^([a-z]+)(?::(.*))?$/s.exec(address) ?? [];
  if (kind === "embedded") {
    const folder = rest ? { FOYER_DATA_DIR: rest } : {};
    // An environment's bucket belongs to the other site: an embedded site uses a folder.
    const own = { DATABASE_URL: "", FOYER_DIRECT_DATABASE_URL: "", FOYER_BLOBS: "" };
    return localSite(parseConfig({ ...local, ...folder, ...own }));
  }
  if (kind === "postgres" || kind === "postgresql") {
    // The direct address in the environment belongs to the environment's database.
    const isOwn = address === environment.DATABASE_URL;
    const direct = isOwn ? environment.FOYER_DIRECT_DATABASE_URL : "";
    return localSite(
      parseConfig({ ...local, DATABASE_URL: address, FOYER_DIRECT_DATABASE_URL: direct }),
    );
  }
  if (kind === "hosted" && rest) return hostedSite(rest, environment);
  throw new ArchiveError(
    `“${address}” names no site. Use embedded, embedded:FOLDER, postgresql://… or hosted:https://….`,
  );
}

/** A site on this host: a data directory with the embedded or a separate PostgreSQL. */
function localSite(config: Config): TransferSite {
  const name = nameOfSite(config);
  return {
    name,
    places: [config.databaseUrl ?? config.dataDir, placeOfBlobs(config)],
    async openSource({ withKeys, skipDamaged = false }) {
      if (!(await siteExists(config))) throw new ArchiveError(`There is no site in the ${name}.`);
      return openParts(config, async ({ url, keys, close }, blobs) => {
        const source = await openSqlSource({
          url,
          blobs,
          keys: withKeys ? keys : null,
          skipDamaged,
        });
        return { ...source, close: () => source.close().finally(close) };
      });
    },
    openTarget: ({ replace, withKeys }) =>
      openParts({ ...config, sampleContent: false }, async ({ url, replaceKeys, close }, blobs) => {
        const saveKeys = withKeys ? { saveKeys: replaceKeys } : {};
        const target = await openSqlTarget({ url, blobs, replace, ...saveKeys });
        return {
          ...target,
          commit: (signal) => target.commit(signal).then(close),
          abort: () => target.abort().finally(close),
        };
      }),
  };
}

/** Opens a site's database and files; closes the database when `use` fails. */
async function openParts<T>(
  config: Config,
  use: (site: SiteDatabase, blobs: BlobStore) => Promise<T>,
): Promise<T> {
  const site = await openSiteDatabase(config);
  try {
    const { blobs } = await openBlobs({ ...config, dataDir: site.dataDir });
    return await use(site, blobs);
  } catch (error) {
    await site.close();
    throw error;
  }
}

/**
 * A Supabase project, accessed through its services with the secret key.
 * @throws {ArchiveError} when the environment lacks the key.
 */
export function hostedSite(address: string, environment: NodeJS.ProcessEnv): TransferSite {
  const { SUPABASE_SECRET_KEY: key } = environment;
  if (!URL.canParse(address)) throw new ArchiveError(`“${address}” is not the URL of a project.`);
  if (!key) throw new ArchiveError("Set SUPABASE_SECRET_KEY to the project's secret key.");
  const { origin } = new URL(address);
  const project = { url: origin, key };
  return {
    name: `Supabase project ${origin}`,
    places: [origin],
    async openSource({ withKeys, skipDamaged }) {
      if (skipDamaged) {
        throw new ArchiveError("Supabase repairs its own databases. Leave out --skip-damaged.");
      }
      if (withKeys) {
        const text = "The keys of a Supabase project stay there. Leave out --with-keys.";
        throw new ArchiveError(text);
      }
      return openHostedSource(project);
    },
    openTarget: ({ replace }) => openHostedTarget(project, { replace }),
  };
}
