import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";

/** The project known to the fake API. */
export const PROJECT_REF = "abcdefghijklmnopqrst";

/** Takes the place of api.supabase.com, and shows what was done there. */
export interface ManagementApi {
  url: string;
  /** Variables for the CLI: an account known only to the fake API. */
  environment: Record<string, string>;
  /** Whether a deployed function requires a JWT, by function name. */
  verifyJwt: Record<string, boolean>;
  secrets: Record<string, string>;
  /** The account's projects; a new one needs two looks until it is running. */
  projects: FakeProject[];
  keys: FakeKey[];
  /** The settings a deployment reads or changes. */
  auth: Record<string, unknown>;
  fileSizeLimit: number;
  stop(): Promise<void>;
}

type FakeProject = typeof PROJECT;
type FakeKey = (typeof KEYS)[number];

/**
 * Fakes the part of Supabase's Management API (https://api.supabase.com/api/v1) that the CLI and
 * `npm run deploy` use; other routes return 404, and another token 401. Deployed files are written below `folder`, under the paths the CLI sent.
 * @param folder also the home directory of the CLI's account.
 */
export async function startManagementApi(folder: string): Promise<ManagementApi> {
  const verifyJwt: Record<string, boolean> = {};
  const secrets: Record<string, string> = {};
  const state = {
    projects: [{ ...PROJECT }],
    keys: [...KEYS],
    auth: { disable_signup: false, external_anonymous_users_enabled: false, site_url: "" },
    fileSizeLimit: 50 * 1024 * 1024,
  };
  const server = createServer((incoming, answer) => {
    if (incoming.headers.authorization !== `Bearer ${TOKEN}`) {
      return send(answer, 401, { message: "Unauthorized" });
    }
    respond(incoming).then(
      (said) => {
        const status = incoming.method === "POST" ? 201 : 200;
        send(answer, said === null ? 404 : status, said ?? { message: "Not found" });
      },
      (error: Error) => send(answer, 500, { message: error.message }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profile = join(folder, "profile.yaml");
  const addresses = {
    api_url: url,
    dashboard_url: url,
    docs_url: url,
    project_host: "stand-in.test",
  };
  const lines = Object.entries({ name: "stand-in", ...addresses });
  await writeFile(profile, lines.map(([name, value]) => `${name}: "${value}"\n`).join(""));
  return Object.assign(state, {
    url,
    environment: {
      HOME: folder,
      SUPABASE_ACCESS_TOKEN: TOKEN,
      SUPABASE_API_URL: url,
      SUPABASE_NO_KEYRING: "1",
      SUPABASE_PROFILE: profile,
    },
    verifyJwt,
    secrets,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });

  /** The response body; null for 404. */
  async function respond(incoming: IncomingMessage): Promise<object | null> {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", url);
    const body = await buffer(incoming);
    const json = () => JSON.parse(body.toString());
    const [, , kind = "", name = "", ...rest] = pathname.split("/");
    const project = state.projects.find(({ ref }) => ref === name);
    if (kind === "projects" && name && !project) return null;
    switch (`${incoming.method} /${[kind, name && ":name", ...rest].filter(Boolean).join("/")}`) {
      case "GET /organizations":
        return [{ id: "stand-in", slug: "stand-in", name: "Stand-in" }];
      case "GET /organizations/:name":
        return { id: name, name, plan: "free" };
      case "GET /projects":
        return state.projects;
      case "POST /projects": {
        const { name: called, region, organization_slug } = json();
        const ref = called.padEnd(20, "x").slice(0, 20);
        const made = { ...PROJECT, ref, name: called, region, organization_slug };
        state.projects.push({ ...made, status: "COMING_UP" });
        return state.projects.at(-1) ?? null;
      }
      case "GET /projects/:name": {
        const now = { ...project };
        if (project?.status === "COMING_UP") project.status = PROJECT.status;
        return now;
      }
      case "GET /projects/:name/api-keys":
        // As on the platform: masked unless asked for.
        return state.keys.map((key) =>
          searchParams.get("reveal") === "true" ? key : { ...key, api_key: "…" },
        );
      case "POST /projects/:name/api-keys": {
        const { type, name: called } = json();
        const key = { id: called, type, name: called, api_key: `sb_${type}_made` };
        state.keys.push(key);
        return key;
      }
      case "GET /projects/:name/config/auth":
        return state.auth;
      case "PATCH /projects/:name/config/auth":
        return Object.assign(state.auth, json());
      case "GET /projects/:name/config/storage":
        return { fileSizeLimit: state.fileSizeLimit, features: {} };
      case "GET /projects/:name/functions":
        return [];
      case "POST /projects/:name/functions/deploy": {
        const type = incoming.headers["content-type"] ?? "";
        return deploy(searchParams.get("slug") ?? "", body, type);
      }
      case "PUT /projects/:name/functions":
        return { functions: json() };
      case "POST /projects/:name/secrets":
        for (const secret of json()) secrets[secret.name] = secret.value;
        return [];
      default:
        return null;
    }
  }

  async function deploy(slug: string, body: Buffer<ArrayBuffer>, type: string): Promise<object> {
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    const metadata = form.get("metadata");
    const about = metadata instanceof File ? await metadata.text() : (metadata ?? "{}");
    verifyJwt[slug] = JSON.parse(about).verify_jwt;
    for (const file of form.getAll("file") as File[]) {
      const path = join(folder, file.name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Buffer.from(await file.arrayBuffer()));
    }
    return {
      id: slug,
      slug,
      name: slug,
      version: 1,
      status: "ACTIVE",
      created_at: 1,
      updated_at: 1,
    };
  }
}

const TOKEN = `sbp_${"0".repeat(40)}`;

const PROJECT = {
  id: PROJECT_REF,
  ref: PROJECT_REF,
  organization_id: "stand-in",
  organization_slug: "stand-in",
  name: "Stand-in",
  region: "eu-central-1",
  created_at: "2026-01-01T00:00:00Z",
  status: "ACTIVE_HEALTHY",
  database: {
    host: "db.stand-in.test",
    version: "17",
    postgres_engine: "17",
    release_channel: "ga",
  },
};

const KEYS = [
  { id: "1", type: "publishable", name: "default", api_key: "sb_publishable_stand_in" },
  { id: "2", type: "secret", name: "default", api_key: "sb_secret_stand_in" },
];

function send(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
