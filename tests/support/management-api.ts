import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";

/** The project known to the fake API. */
export const PROJECT_REF = "abcdefghijklmnopqrst";

/** What the Supabase CLI uses in place of api.supabase.com, and what it did there. */
export interface ManagementApi {
  /** Variables for the CLI: an account known only to the fake API. */
  environment: Record<string, string>;
  /** Whether a deployed function requires a JWT, by function name. */
  verifyJwt: Record<string, boolean>;
  secrets: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Fakes the part of Supabase's Management API used to link, deploy functions and set secrets; other
 * routes return 404. Deployed files are written below `folder`, under the paths the CLI sent.
 * @param folder also the home directory of the CLI's account.
 */
export async function startManagementApi(folder: string): Promise<ManagementApi> {
  const verifyJwt: Record<string, boolean> = {};
  const secrets: Record<string, string> = {};
  const server = createServer((incoming, answer) => {
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
  return {
    environment: {
      HOME: folder,
      SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}`,
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
  };

  /** The response body; null for 404. */
  async function respond(incoming: IncomingMessage): Promise<object | null> {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", url);
    const project = `/v1/projects/${PROJECT_REF}`;
    const route = `${incoming.method} ${pathname.replace(project, "")}`;
    const body = await buffer(incoming);
    switch (pathname.startsWith(project) ? route : "") {
      case "GET ":
        return PROJECT;
      case "GET /api-keys":
        return KEYS;
      case "GET /functions":
        return [];
      case "POST /functions/deploy": {
        const type = incoming.headers["content-type"] ?? "";
        return deploy(searchParams.get("slug") ?? "", body, type);
      }
      case "PUT /functions":
        return { functions: JSON.parse(body.toString()) };
      case "POST /secrets":
        for (const { name, value } of JSON.parse(body.toString())) secrets[name] = value;
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
