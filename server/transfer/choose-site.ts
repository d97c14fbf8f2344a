import { ArchiveError } from "../archive/archive-error.ts";
import { parseConfig } from "../config.ts";
import { openHostedSource } from "./hosted-source.ts";
import { openHostedTarget } from "./hosted-target.ts";
import { localEnd } from "./local-end.ts";
import type { TransferEnd } from "./transfer-end.ts";

/**
 * The site that `--from` or `--to` names, or the one the environment selects without it.
 * @param dataDir of a PostgreSQL site: where its secrets and files are.
 * @throws {ArchiveError} for anything that names no site.
 */
export function chooseSite(
  address: string | undefined,
  environment: NodeJS.ProcessEnv,
  dataDir?: string,
): TransferEnd {
  const local = { ...environment, ...(dataDir ? { FOYER_DATA_DIR: dataDir } : {}) };
  if (address === undefined) {
    const { SUPABASE_URL: url } = environment;
    return url ? hostedEnd(url, environment) : localEnd(parseConfig(local));
  }
  const [, kind, rest] = /^([a-z]+)(?::(.*))?$/s.exec(address) ?? [];
  if (kind === "embedded") {
    const folder = rest ? { FOYER_DATA_DIR: rest } : {};
    // A bucket in the environment belongs to the other end: an embedded site has a folder.
    const own = { DATABASE_URL: "", FOYER_DIRECT_DATABASE_URL: "", FOYER_BLOBS: "" };
    return localEnd(parseConfig({ ...local, ...folder, ...own }));
  }
  if (kind === "postgres" || kind === "postgresql") {
    // The direct address in the environment belongs to the database in the environment.
    const isOwn = address === environment.DATABASE_URL;
    const direct = isOwn ? environment.FOYER_DIRECT_DATABASE_URL : "";
    return localEnd(
      parseConfig({ ...local, DATABASE_URL: address, FOYER_DIRECT_DATABASE_URL: direct }),
    );
  }
  if (kind === "hosted" && rest) return hostedEnd(rest, environment);
  throw new ArchiveError(
    `“${address}” names no site. Use embedded, embedded:FOLDER, postgresql://… or hosted:https://….`,
  );
}

/**
 * A Supabase project, through its services with the secret key.
 * @throws {ArchiveError} when the environment lacks the key.
 */
export function hostedEnd(address: string, environment: NodeJS.ProcessEnv): TransferEnd {
  const { SUPABASE_SECRET_KEY: key } = environment;
  if (!URL.canParse(address)) throw new ArchiveError(`“${address}” is not the URL of a project.`);
  if (!key) throw new ArchiveError("Set SUPABASE_SECRET_KEY to the project's secret key.");
  const { origin } = new URL(address);
  const project = { url: origin, key };
  return {
    name: `Supabase project ${origin}`,
    places: [origin],
    openSource: async ({ withKeys, skipDamaged }) => {
      if (skipDamaged) {
        throw new ArchiveError("Supabase repairs its own databases. Leave out --skip-damaged.");
      }
      if (withKeys)
        throw new ArchiveError("The keys of a Supabase project stay there. Leave out --with-keys.");
      return openHostedSource(project);
    },
    openTarget: async ({ replace }) => openHostedTarget(project, { replace }),
  };
}
