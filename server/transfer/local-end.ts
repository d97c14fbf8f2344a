import { ArchiveError } from "../archive/archive-error.ts";
import { openSqlSource } from "../archive/sql-source.ts";
import { openSqlTarget } from "../archive/sql-target.ts";
import type { Config } from "../config.ts";
import { nameOfSite, openSiteDatabase, siteExists } from "../database/open-site.ts";
import { openBlobs, placeOfBlobs } from "../storage/blobs/open-blobs.ts";
import type { TransferEnd } from "./transfer-end.ts";

/** A site of this host: its data directory, with the embedded database or another PostgreSQL. */
export function localEnd(config: Config): TransferEnd {
  const name = nameOfSite(config);
  return {
    name,
    places: [config.databaseUrl ?? config.dataDir, placeOfBlobs(config)],
    async openSource({ withKeys, skipDamaged = false }) {
      if (!(await siteExists(config))) throw new ArchiveError(`There is no site in the ${name}.`);
      const site = await openSiteDatabase(config);
      try {
        const { blobs } = await openBlobs({ ...config, dataDir: site.dataDir });
        const keys = withKeys ? site.keys : null;
        const source = await openSqlSource({ url: site.url, blobs, keys, skipDamaged });
        return { ...source, close: () => source.close().finally(site.close) };
      } catch (error) {
        return closeAfter(error, site.close);
      }
    },
    async openTarget({ replace, withKeys }) {
      const site = await openSiteDatabase({ ...config, sampleContent: false });
      try {
        const { blobs } = await openBlobs({ ...config, dataDir: site.dataDir });
        const target = await openSqlTarget({
          url: site.url,
          blobs,
          replace,
          ...(withKeys ? { saveKeys: site.replaceKeys } : {}),
        });
        return {
          ...target,
          commit: (signal) => target.commit(signal).then(site.close),
          abort: () => target.abort().finally(site.close),
        };
      } catch (error) {
        return closeAfter(error, site.close);
      }
    },
  };
}

async function closeAfter(error: unknown, close: () => Promise<void>): Promise<never> {
  await close();
  throw error;
}
