/** `npm run doctor`: checks a site on hosted or self-hosted Supabase and its static host. */
import { createManagementApi } from "./deploy/management-api.ts";
import { findKeys, readProjectSettings } from "./deploy/project.ts";
import { readRemembered } from "./deploy/remembered.ts";
import { runDoctor } from "./doctor/doctor.ts";
import { NOT_DEPLOYED } from "./setup/is-deployed.mjs";

try {
  process.exitCode = (await checkSite()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function checkSite(): Promise<boolean> {
  const remembered = await readRemembered();
  const { env } = process;
  const publicUrl = (env.FOYER_PUBLIC_URL || remembered.publicUrl)?.replace(/\/+$/, "");
  if (!publicUrl) {
    throw new Error(NOT_DEPLOYED);
  }
  const project = env.SUPABASE_PROJECT_REF || remembered.project;
  const secrets = await readSecrets(project);
  const hosted = project ? `https://${project}.supabase.co` : null;
  const projectUrl = env.SUPABASE_URL?.replace(/\/+$/, "") || hosted;
  return runDoctor({ publicUrl, projectUrl, ...secrets }, (line) => console.log(line));
}

/**
 * The keys from the environment, or from the Management API where an access token is set.
 * @throws with a remedy when the token is refused.
 */
async function readSecrets(project: string | undefined) {
  const { SUPABASE_ACCESS_TOKEN: token, SUPABASE_SECRET_KEY, SUPABASE_API_URL } = process.env;
  const secretKey = SUPABASE_SECRET_KEY || null;
  if (!token || !project) return { secretKey, settings: null };
  const url = SUPABASE_API_URL || "https://api.supabase.com";
  const api = createManagementApi({ url, token });
  try {
    return {
      secretKey: secretKey ?? (await findKeys(api, project)).secret ?? null,
      settings: await readProjectSettings(api, project),
    };
  } catch (error) {
    throw new Error(
      `The project ${project} could not be read: ${(error as Error).message} Check SUPABASE_ACCESS_TOKEN and SUPABASE_PROJECT_REF, or run it without the token.`,
      { cause: error },
    );
  }
}
