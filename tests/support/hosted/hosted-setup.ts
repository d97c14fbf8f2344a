import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runCommand } from "../../../scripts/deploy/commands.ts";
import { pushSchema } from "../../../scripts/deploy/push-schema.ts";
import { freePort } from "../../../server/database/free-port.ts";
import { runDocumented, unlinkedCopy } from "../documented-steps.ts";
import { DATABASE_ID, NOTION_TOKEN } from "../fakes/fake-notion.ts";
import { type HostedLab, startHostedLab } from "./hosted-lab.ts";
import { type ManagementApi, startManagementApi } from "./management-api.ts";

declare module "vitest" {
  export interface ProvidedContext {
    hosted: Omit<HostedLab, "stop"> & {
      /** The site's origin; nothing listens there until a test starts a server. */
      siteOrigin: string;
      /** Port of Notion for the functions; nothing listens there until a test starts a server. */
      notionPort: number;
      /**
       * Destination of the functions' notices; nothing listens there until a test starts a server.
       */
      webhook: { port: number; secret: string };
      /** Port to which the functions push reminders. */
      pushPort: number;
      /** The folder of the functions deployed by the CLI. */
      functions: string;
      deployed: Pick<ManagementApi, "secrets" | "verifyJwt">;
    };
  }
}

/**
 * Sets up a hosted-style project as docs/deploy.md describes: its commands deploy the functions,
 * and set the secrets, and the schema is pushed. The project's legacy keys are disabled but still in the
 * functions' environment, as after migrating to the new keys.
 */
export async function setup(project: TestProject) {
  const [sitePort, notionPort, port] = [await freePort(), await freePort(), await freePort()];
  const pushPort = await freePort();
  const webhook = { port, secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}` };
  const folder = await unlinkedCopy();
  const account = await mkdtemp(join(tmpdir(), "foyer-deployed-"));
  const remove = () =>
    Promise.all([folder, account].map((one) => rm(one, { recursive: true, force: true })));
  try {
    const deployed = await deploy(folder, account, {
      // The origin in a form that a user might type, including a static host's subfolder.
      FOYER_PUBLIC_URL: `HTTP://LocalHost:${sitePort}/portfolio/`,
      NOTION_TOKEN,
      NOTION_DATABASE_ID: DATABASE_ID,
    });
    const functions = join(account, "supabase/functions");
    const { stop, ...lab } = await startHostedLab(functions, ["--no-legacy-keys"], {
      ...deployed.secrets,
      NOTION_BASE_URL: `http://127.0.0.1:${notionPort}`,
      FOYER_WEBHOOK_URL: `http://127.0.0.1:${webhook.port}/hook`,
      FOYER_WEBHOOK_SECRET: webhook.secret,
      FOYER_TEST_PUSH_ORIGIN: `http://127.0.0.1:${pushPort}`,
    });
    const siteOrigin = `http://localhost:${sitePort}`;
    project.provide("hosted", {
      ...lab,
      siteOrigin,
      notionPort,
      webhook,
      pushPort,
      functions,
      deployed,
    });
    const stopAll = () => stop().finally(remove);
    await pushSchema(`--remote=${lab.dbUrl}`, runCommand, {
      DO_NOT_TRACK: "1",
      PGSSLMODE: "disable",
    }).catch(async (error) => {
      await stopAll();
      throw error;
    });
    return stopAll;
  } catch (error) {
    await remove();
    throw error;
  }
}

async function deploy(folder: string, account: string, secrets: Record<string, string>) {
  const api = await startManagementApi(account);
  try {
    for (const command of ["link", "functions deploy", "secrets set"]) {
      await runDocumented(command, folder, { environment: api.environment, secrets });
    }
  } finally {
    await api.stop();
  }
  // A hosted project stores these settings with each function; here they are read from the file.
  await mkdir(join(account, "supabase"), { recursive: true });
  await cp(join(folder, "supabase/config.toml"), join(account, "supabase/config.toml"));
  return { secrets: api.secrets, verifyJwt: api.verifyJwt };
}
