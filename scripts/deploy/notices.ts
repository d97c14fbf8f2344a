import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../server/project-root.ts";
import { FUNCTIONS_PATH } from "../../shared/api-paths.ts";
import { isWebhookSecret, isWebhookUrl } from "../../shared/webhook.ts";
import { createPushKeys } from "../../supabase/functions/_shared/web-push.ts";
import type { Deployment } from "./deployment.ts";
import { ManagementApiError } from "./management-api.ts";
import { callDatabase } from "./project-database.ts";

type Webhook = Record<"FOYER_WEBHOOK_URL" | "FOYER_WEBHOOK_SECRET", string>;

/** The webhook's variables for the functions. @throws one sentence for an invalid variable. */
export function readWebhook(environment: NodeJS.ProcessEnv): Webhook | null {
  const { FOYER_WEBHOOK_URL: url, FOYER_WEBHOOK_SECRET: secret = "" } = environment;
  if (!url) return null;
  if (!isWebhookUrl(url)) throw new Error("FOYER_WEBHOOK_URL must be an https address.");
  if (!isWebhookSecret(secret)) {
    throw new Error("FOYER_WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64.");
  }
  return { FOYER_WEBHOOK_URL: url, FOYER_WEBHOOK_SECRET: secret };
}

/** Makes the database call the function that sends notices and reminders, now and on a schedule. */
export async function setUpNotices(
  { api, ref, environment, log }: Pick<Deployment, "api" | "ref" | "environment" | "log">,
  project: { url: string; key: string },
): Promise<void> {
  const webhook = readWebhook(environment);
  const host = webhook && new URL(webhook.FOYER_WEBHOOK_URL).host;
  await callDatabase(project, host ? "register_notice_sender" : "register_reminder_sender", {
    ...(host && { transport: "webhook", recipient: host }),
    function_url: `${project.url}${FUNCTIONS_PATH}/send-notices`,
  });
  // Existing keys stay, because other keys would end every subscription.
  const { publicKey, privateKey } = await createPushKeys();
  await callDatabase(project, "save_push_keys", { public_key: publicKey, private_key: privateKey });
  log(
    host
      ? `  webhooks to ${host}`
      : "  reminders; webhooks are unchanged without FOYER_WEBHOOK_URL",
  );
  try {
    await api.runSql(ref, await readFile(join(projectRoot, SCHEDULE), "utf8"));
  } catch (error) {
    // The token may lack the right to run SQL, or the project an extension.
    if (!(error instanceof ManagementApiError)) throw error;
    log(`  not scheduled (${error.message}): run ${SCHEDULE} in the dashboard's SQL editor`);
  }
}

const SCHEDULE = "docs/examples/notices.sql";
