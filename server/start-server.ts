import type { RequestListener } from "node:http";
import { join } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Config } from "./config.ts";
import { openDatabase, prepareDataDir } from "./database/open.ts";
import type { GatewayOptions } from "./gateway.ts";
import { type Listening, listen } from "./listen.ts";
import type { Log } from "./log.ts";
import { ensureOwner, hasOwner } from "./owner-account.ts";
import { projectRoot } from "./paths.ts";
import { loadSecrets } from "./secrets.ts";

export interface StartOptions {
  config: Config;
  log: Log;
  /** Called when the database is lost for good; the server should be stopped. */
  onGone?: (error: Error) => void;
  /** What the dev server puts in place of the built page. */
  gateway?: GatewayOptions;
  /** Wraps the request listener; the dev server lets Vite answer first. */
  wrap?: (listener: RequestListener) => RequestListener;
}

export interface RunningServer {
  /** Where visitors reach it, without a trailing slash. */
  origin: string;
  /** Finishes running requests, then stops the database. */
  stop(): Promise<void>;
}

/** How long running requests may take to finish when the server is told to stop. */
const GRACE_MS = 10_000;

/** Starts everything in order, undoing what was started when a later step fails. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { log } = options;
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const dataDir = await prepareDataDir(options.config.dataDir);
    const config = { ...options.config, dataDir };
    const listening = await listen(config.host, config.port);
    undo.push(() => listening.close(0));
    const secrets = await loadSecrets(dataDir);
    // The engine's code takes as long to load as the database to start; the one beside the other.
    const loading = import("./gateway.ts");
    loading.catch(() => {});
    const database = await openDatabase({
      config,
      secrets,
      log,
      ...(options.onGone ? { onGone: options.onGone } : {}),
    });
    undo.push(() => database.stop());
    const origin = originOf(config, listening);
    const { createGateway } = await loading;
    const gateway = await createGateway(
      {
        config,
        secrets,
        database,
        log,
        origin,
        paths: {
          client: join(projectRoot, "dist", "client"),
          prerender: join(projectRoot, "dist", "prerender", "prerender.js"),
          blobs: join(dataDir, "blobs"),
        },
      },
      options.gateway,
    );
    undo.push(() => gateway.close());
    undo.push(() => listening.close(GRACE_MS));
    if (config.owner && (await ensureOwner({ database }, config.owner))) {
      log.info(`Created the owner ${config.owner.email} from FOYER_OWNER_EMAIL.`);
    }
    const owned = await hasOwner({ database });
    const listener = getRequestListener(
      (request, bindings) => gateway.fetch(request, bindings as HttpBindings),
      { overrideGlobalObjects: false },
    );
    listening.serve(options.wrap?.(listener) ?? listener);
    log.info(`Foyer is open at ${origin}`);
    if (!owned) {
      log.info("There is no owner yet. Create one with: npm run owner");
      await gateway.openSetup();
    }
    return { origin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function originOf(config: Config, listening: Listening): string {
  if (config.publicUrl) return config.publicUrl.origin;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const wildcard = host === "0.0.0.0" || host === "[::]";
  return `http://${wildcard ? "localhost" : host}:${listening.port}`;
}
