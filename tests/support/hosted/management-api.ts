import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { z } from "zod";

/** The project known to the fake API. */
export const PROJECT_REF = "abcdefghijklmnopqrst";

/** A fake of api.supabase.com that records all changes. */
export interface ManagementApi {
  url: string;
  /** Variables for the CLI, with an account known only to the fake API. */
  environment: Record<string, string>;
  /** Whether a deployed function requires a JWT, by function name. */
  verifyJwt: Record<string, boolean>;
  secrets: Record<string, string>;
  /** The account's projects; a new project is running at the second read. */
  projects: FakeProject[];
  keys: FakeKey[];
  /** The settings a deployment reads or changes. */
  auth: Record<string, unknown>;
  fileSizeLimit: number;
  /** SQL that was run as `postgres`, and its results; null for a token without that right. */
  queries: string[];
  rows: object[] | null;
  stop(): Promise<void>;
}

type FakeProject = typeof PROJECT;
type FakeKey = (typeof KEYS)[number];

/**
 * Fakes the part of Supabase's Management API (https://api.supabase.com/api/v1) that the CLI and
 * `npm run deploy` use, following its OpenAPI document and the answers recorded for the CLI's own
 * tests. A request that the real API would refuse gets 400, other routes 404, and another token
 * 401. Deployed files are written below `folder`, under the paths that the CLI sent.
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
    queries: [] as string[],
    rows: [] as object[] | null,
  };
  const server = createServer((incoming, answer) => {
    if (incoming.headers.authorization !== `Bearer ${TOKEN}`) {
      return send(answer, 401, { message: "Unauthorized" });
    }
    respond(incoming).then(
      (body) => {
        if (body === null) return send(answer, 404, { message: "Not found" });
        send(answer, incoming.method === "POST" ? 201 : 200, body);
      },
      (error: Error) =>
        send(answer, error instanceof z.ZodError ? 400 : 500, { message: error.message }),
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

  /** The response body, "" if empty; null for 404. */
  async function respond(incoming: IncomingMessage): Promise<object | "" | null> {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", url);
    const body = await buffer(incoming);
    const read = <T extends z.ZodType>(schema: T) => schema.parse(JSON.parse(body.toString()));
    const [, , kind = "", name = "", ...rest] = pathname.split("/");
    const project = state.projects.find(({ ref }) => ref === name);
    if (kind === "projects" && name && !project) return null;
    switch (`${incoming.method} /${[kind, name && ":name", ...rest].filter(Boolean).join("/")}`) {
      case "GET /organizations":
        return [{ id: "stand-in", slug: "stand-in", name: "Stand-in" }];
      case "GET /organizations/:name":
        return { id: name, name, plan: "free", opt_in_tags: [], allowed_release_channels: ["ga"] };
      case "GET /projects":
        return state.projects;
      case "POST /projects": {
        const { name: newName, region_selection, organization_slug } = read(NEW_PROJECT);
        const ref = newName.padEnd(20, "x").slice(0, 20);
        const region = region_selection.code;
        const made = { ...PROJECT, id: ref, ref, name: newName, region, organization_slug };
        state.projects.push({ ...made, status: "COMING_UP" });
        // A new project has no database yet.
        const { database: _, ...answered } = { ...made, status: "UNKNOWN" };
        return answered;
      }
      case "GET /projects/:name": {
        const now = { ...project };
        if (project?.status === "COMING_UP") project.status = PROJECT.status;
        return now;
      }
      case "GET /projects/:name/api-keys":
        // The platform masks secret keys unless they are requested.
        return state.keys.map((key) =>
          key.type !== "secret" || searchParams.get("reveal") === "true"
            ? key
            : { ...key, api_key: `${key.api_key.slice(0, 15)}·····` },
        );
      case "POST /projects/:name/api-keys": {
        const { type, name: newName } = read(NEW_KEY);
        const key = { id: newName, type, name: newName, api_key: `sb_${type}_made` };
        state.keys.push(key);
        return key;
      }
      case "GET /projects/:name/config/auth":
        return state.auth;
      case "PATCH /projects/:name/config/auth":
        return Object.assign(state.auth, read(AUTH_CHANGES));
      case "GET /projects/:name/config/storage":
        return { fileSizeLimit: state.fileSizeLimit, features: {} };
      case "GET /projects/:name/functions":
        return [];
      case "POST /projects/:name/functions/deploy": {
        const type = incoming.headers["content-type"] ?? "";
        return deploy(searchParams.get("slug") ?? "", body, type);
      }
      case "PUT /projects/:name/functions":
        return { functions: read(z.array(z.unknown())) };
      case "POST /projects/:name/database/query":
        state.queries.push(read(z.strictObject({ query: z.string().min(1) })).query);
        return state.rows;
      case "POST /projects/:name/secrets":
        for (const secret of read(NEW_SECRETS)) secrets[secret.name] = secret.value;
        return "";
      case "DELETE /projects/:name/secrets":
        for (const secret of read(z.array(z.string()))) delete secrets[secret];
        return "";
      default:
        return null;
    }
  }

  async function deploy(slug: string, body: Buffer<ArrayBuffer>, type: string): Promise<object> {
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    const metadata = form.get("metadata");
    const text = metadata instanceof File ? await metadata.text() : (metadata ?? "{}");
    verifyJwt[slug] = JSON.parse(text).verify_jwt;
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

/** Schemas of requests; an unknown field is an error of ours. */
const NEW_PROJECT = z.strictObject({
  name: z.string().max(256),
  organization_slug: z.string().regex(/^[\w-]+$/),
  db_pass: z.string(),
  region_selection: z.strictObject({ type: z.literal("specific"), code: z.string().min(1) }),
});
const NEW_KEY = z.strictObject({
  type: z.enum(["publishable", "secret"]),
  name: z
    .string()
    .min(4)
    .max(64)
    .regex(/^[a-z_][a-z0-9_]+$/),
});
const AUTH_CHANGES = z.strictObject({
  disable_signup: z.boolean().nullish(),
  external_anonymous_users_enabled: z.boolean().nullish(),
  site_url: z
    .string()
    .regex(/^[^,]+$/)
    .nullish(),
  password_min_length: z.int().min(6).max(32767).nullish(),
  security_sb_forwarded_for_enabled: z.boolean().nullish(),
  mailer_secure_email_change_enabled: z.boolean().nullish(),
  mfa_totp_enroll_enabled: z.boolean().nullish(),
  mfa_totp_verify_enabled: z.boolean().nullish(),
  security_update_password_require_current_password: z.boolean().nullish(),
  security_update_password_require_reauthentication: z.boolean().nullish(),
});
const NEW_SECRETS = z.array(
  z.strictObject({
    name: z
      .string()
      .max(256)
      .regex(/^(?!SUPABASE_)/),
    value: z.string().max(24_576),
  }),
);

/** Every project still has legacy keys, which Foyer does not use. */
const KEYS = [
  { id: "anon", type: "legacy", name: "anon", api_key: "a.b.c" },
  { id: "service_role", type: "legacy", name: "service_role", api_key: "d.e.f" },
  { id: "1", type: "publishable", name: "default", api_key: "sb_publishable_stand_in" },
  { id: "2", type: "secret", name: "default", api_key: "sb_secret_stand_in" },
];

function send(answer: ServerResponse, status: number, body: object | ""): void {
  const text = body === "" ? "" : JSON.stringify(body);
  answer.writeHead(status, { "content-type": "application/json" }).end(text);
}
