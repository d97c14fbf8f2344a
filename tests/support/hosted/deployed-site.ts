import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { copyCheckout } from "../sites/checkout-copy.ts";
import { hostFiles } from "../sites/static-site.ts";
import { type ManagementApi, PROJECT_REF, startManagementApi } from "./management-api.ts";

export interface DeployedSite {
  /** The site's URL with a trailing slash, below a path. */
  address: string;
  api: ManagementApi;
  /** Runs `npm run deploy` without a terminal. */
  deploy(args: string[], environment?: Record<string, string>): Promise<Outcome>;
  /** The text of a file that was deployed with the functions. */
  functionFile(path: string): Promise<string>;
  /** The text of the file with the stored answers. */
  remembered(): Promise<string>;
  stop(): Promise<void>;
}

interface Outcome {
  code: number | null;
  output: string;
}

/** The flags of a first deployment of the site into `folder`. */
export const FIRST_FLAGS = ["--project", PROJECT_REF, "--publish", "folder"];

/**
 * Prepares the deployment of a hosted-style project: its account is a fake Management API; its host
 * serves a folder below `/portfolio/` and applies `_headers`.
 */
export async function prepareDeployment(
  origin: string,
  project: { url: string; publishableKey: string; secretKey: string; dbUrl: string },
): Promise<DeployedSite> {
  const checkout = await copyCheckout();
  const home = await mkdtemp(join(tmpdir(), "foyer-account-"));
  const folder = join(home, "published");
  const api = await startManagementApi(home);
  api.keys = [
    { id: "1", type: "publishable", name: "default", api_key: project.publishableKey },
    { id: "2", type: "secret", name: "default", api_key: project.secretKey },
  ];
  const port = Number(new URL(origin).port);
  const host = await hostFiles(folder, { base: "/portfolio/", port, readsHeaders: true });
  return {
    address: `${origin}/portfolio/`,
    api,
    async deploy(args, environment = {}) {
      const command = ["--import", "tsx", "scripts/deploy.ts", "--folder", folder, ...args];
      const child = spawn(process.execPath, command, {
        cwd: checkout,
        env: {
          ...process.env,
          ...api.environment,
          // Simulates a custom domain, with a database whose own host name cannot be reached.
          SUPABASE_URL: project.url,
          SUPABASE_DB_URL: project.dbUrl,
          PGSSLMODE: "disable",
          DO_NOT_TRACK: "1",
          ...environment,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [output, errors, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "exit"),
      ]);
      return { code, output: output + errors };
    },
    functionFile: (path) => readFile(join(home, "supabase/functions", path), "utf8"),
    remembered: () => readFile(join(checkout, ".foyer/deploy.json"), "utf8"),
    async stop() {
      await Promise.all([host.stop(), api.stop()]);
      for (const one of [checkout, home]) await rm(one, { recursive: true, force: true });
    },
  };
}
