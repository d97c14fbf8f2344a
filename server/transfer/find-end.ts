import { parseConfig } from "../config.ts";
import { localEnd } from "./local-end.ts";
import { type TransferEnd, TransferError } from "./transfer-end.ts";

/**
 * The site that `--from` or `--to` names, or the one the environment selects without it.
 * @param dataDir of a PostgreSQL site: where its secrets and files are.
 * @throws {TransferError} for anything that names no site.
 */
export function findEnd(
  address: string | undefined,
  environment: NodeJS.ProcessEnv,
  dataDir?: string,
): TransferEnd {
  const local = { ...environment, ...(dataDir ? { FOYER_DATA_DIR: dataDir } : {}) };
  if (address === undefined) return localEnd(parseConfig(local));
  const [, kind, rest] = /^([a-z]+)(?::(.*))?$/s.exec(address) ?? [];
  if (kind === "embedded") {
    const folder = rest ? { FOYER_DATA_DIR: rest } : {};
    return localEnd(parseConfig({ ...local, ...folder, DATABASE_URL: "" }));
  }
  if (kind === "postgres" || kind === "postgresql") {
    return localEnd(parseConfig({ ...local, DATABASE_URL: address }));
  }
  throw new TransferError(
    `“${address}” names no site. Use embedded, embedded:FOLDER or postgresql://….`,
  );
}
