import { openHostedSource } from "./hosted-source.ts";
import { openHostedTarget } from "./hosted-target.ts";
import { type TransferEnd, TransferError } from "./transfer-end.ts";

/**
 * A Supabase project, through its services with the secret key.
 * @throws {TransferError} when the environment lacks the key.
 */
export function hostedEnd(address: string, environment: NodeJS.ProcessEnv): TransferEnd {
  const { SUPABASE_SECRET_KEY: key } = environment;
  if (!URL.canParse(address)) throw new TransferError(`“${address}” is not the URL of a project.`);
  if (!key) throw new TransferError("Set SUPABASE_SECRET_KEY to the project's secret key.");
  const { origin } = new URL(address);
  const project = { url: origin, key };
  return {
    name: `Supabase project ${origin}`,
    places: [origin],
    openSource: async ({ withKeys, skipDamaged }) => {
      if (skipDamaged) {
        throw new TransferError("Supabase repairs its own databases. Leave out --skip-damaged.");
      }
      if (withKeys)
        throw new TransferError(
          "The keys of a Supabase project stay there. Leave out --with-keys.",
        );
      return openHostedSource(project);
    },
    openTarget: async ({ replace }) => openHostedTarget(project, { replace }),
  };
}
