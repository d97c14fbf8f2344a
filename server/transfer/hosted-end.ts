import { openSqlSource } from "../archive/sql-source.ts";
import { hostedStorage } from "./hosted-storage.ts";
import { openHostedTarget } from "./hosted-target.ts";
import { type TransferEnd, TransferError } from "./transfer-end.ts";

/**
 * A Supabase project: rows through its database, which alone gives a snapshot and passwords, files
 * and accounts through its services.
 * @throws {TransferError} when the environment lacks the key or the database.
 */
export function hostedEnd(address: string, environment: NodeJS.ProcessEnv): TransferEnd {
  const { SUPABASE_SECRET_KEY: key, DATABASE_URL: databaseUrl } = environment;
  if (!URL.canParse(address)) throw new TransferError(`“${address}” is not the URL of a project.`);
  if (!key) throw new TransferError("Set SUPABASE_SECRET_KEY to the project's secret key.");
  if (!databaseUrl) {
    throw new TransferError(
      "Set DATABASE_URL to the project's connection string (direct or session pooler), beside SUPABASE_SECRET_KEY.",
    );
  }
  const { origin } = new URL(address);
  const project = { url: origin, key };
  const storage = hostedStorage(project);
  return {
    name: `Supabase project ${origin}`,
    places: [origin, databaseUrl],
    openSource: async ({ withKeys }) => {
      if (withKeys)
        throw new TransferError(
          "The keys of a Supabase project stay there. Leave out --with-keys.",
        );
      return openSqlSource({
        url: databaseUrl,
        openFile: ({ bucket, name }) => storage.download(bucket, name),
      });
    },
    openTarget: async ({ replace }) => openHostedTarget(project, databaseUrl, { replace }),
  };
}
