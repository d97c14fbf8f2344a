import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { assetPath } from "../../../server/http/assets.ts";
import type { BuiltSite } from "./built-site.ts";
import { copyCheckout } from "./checkout-copy.ts";

const run = promisify(execFile);

/** The configured path, and another path at which the same build is served. */
const BASE = "/portfolio/";
const OTHER_BASE = "/elsewhere/deep/";

export interface StaticSite {
  /** The site's URL with a trailing slash, below a path of its host. */
  address: string;
  /** Origin that serves the same files below another path, unknown to the build. */
  otherAddress: string;
  /** The origin of its data, which differs from the site's. */
  dataOrigin: string;
  /**
   * Runs `npm run build` again, from the same sources; optionally while the data origin is
   * unreachable. Returns the output.
   */
  build(options?: { dataAway?: boolean; requireContent?: boolean }): Promise<string>;
  /** Deletes the content that the last build has stored for the next. */
  forgetContent(): Promise<void>;
  /** Writes only the page, in a changed environment. Returns the output. */
  bake(env: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Builds a static site below `/portfolio/` and serves it like a plain web host: files below that
 * path, 404 for anything else. `site` replaces the hosted project, on a separate origin that allows
 * requests from all other origins.
 */
export async function startStaticSite(site: BuiltSite): Promise<StaticSite> {
  const checkout = await copyCheckout();
  let away = false;
  const data = await listen(
    createServer((incoming, answer) => {
      if (away) answer.writeHead(503).end();
      else forward(site, incoming, answer);
    }),
  );
  const host = await hostFiles(join(checkout, "dist/client"), { base: BASE });
  const otherHost = await hostFiles(join(checkout, "dist/client"), { base: OTHER_BASE });
  const address = `${host.origin}${BASE}`;
  const { publishableKey } = await site.secrets();
  const runScript = async (args: string[], env: Record<string, string> = {}) => {
    const { stdout, stderr } = await run(process.execPath, args, {
      cwd: checkout,
      env: {
        ...process.env,
        VITE_SUPABASE_URL: data.origin,
        VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
        FOYER_PUBLIC_URL: address,
        ...env,
      },
    });
    return stdout + stderr;
  };
  const build: StaticSite["build"] = async ({ dataAway = false, requireContent = false } = {}) => {
    away = dataAway;
    const args = requireContent ? ["--require-content"] : [];
    return runScript(["scripts/build.mjs", "--no-compress", ...args]).finally(() => {
      away = false;
    });
  };
  await build();
  return {
    address,
    otherAddress: `${otherHost.origin}${OTHER_BASE}`,
    dataOrigin: data.origin,
    build,
    forgetContent: () => rm(join(checkout, ".foyer"), { recursive: true }),
    bake: (env) => runScript(["scripts/setup/run-typescript.mjs", "scripts/bake.ts"], env),
    async stop() {
      await Promise.all([data.stop(), host.stop(), otherHost.stop()]);
      await rm(checkout, { recursive: true, force: true });
    },
  };
}

/**
 * Serves a folder like a plain web host: files below the path, 404 for anything else. Optionally
 * adds the headers that `_headers` lists for all files.
 */
export function hostFiles(folder: string, { base = "/", port = 0, readsHeaders = false } = {}) {
  const server = createServer(async (incoming, answer) => {
    if (readsHeaders) await sendHeaders(folder, answer);
    await serve(folder, base, incoming, answer);
  });
  return listen(server, port);
}

async function listen(server: Server, wanted = 0) {
  server.listen(wanted, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function sendHeaders(folder: string, answer: ServerResponse) {
  const text = await readFile(join(folder, "_headers"), "utf8").catch(() => "");
  const everywhere = /^\/\*\n((?: {2}.+\n)+)/.exec(text)?.[1] ?? "";
  for (const [, name = "", value = ""] of everywhere.matchAll(/^ {2}([\w-]+): (.+)$/gm)) {
    answer.setHeader(name, value);
  }
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

async function serve(
  folder: string,
  base: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
) {
  const { pathname } = new URL(incoming.url ?? "/", "http://any.test");
  const inside = pathname.startsWith(base) ? pathname.slice(base.length - 1) : "";
  const file = inside === "/" ? "index.html" : assetPath(inside);
  const body = file && (await readFile(join(folder, file)).catch(() => null));
  if (!file || !body) {
    answer.writeHead(404).end("not found");
    return;
  }
  answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(body);
}

/** A hosted project answers any origin, because keys and policies decide access. */
function forward(site: BuiltSite, incoming: IncomingMessage, answer: ServerResponse) {
  const cors = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": incoming.headers["access-control-request-headers"] ?? "*",
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-expose-headers": "*",
    "cross-origin-resource-policy": "cross-origin",
  };
  if (incoming.method === "OPTIONS") {
    answer.writeHead(204, cors).end();
    return;
  }
  const { origin: _origin, host: _host, ...headers } = incoming.headers;
  const outgoing = request(
    new URL(incoming.url ?? "/", site.origin),
    { method: incoming.method, headers },
    (found) => {
      answer.writeHead(found.statusCode ?? 502, { ...found.headers, ...cors });
      found.pipe(answer);
    },
  );
  outgoing.on("error", () => answer.destroy());
  incoming.pipe(outgoing);
}
