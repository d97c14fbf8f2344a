import type { RequestListener } from "node:http";
import { join } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { withTimeLimit } from "../shared/time-limit.ts";
import { type Config, ConfigError, passwordRule } from "./config.ts";
import { type Database, openDatabase, prepareDataDir } from "./database/open.ts";
import { reportOtherOrigins } from "./database/site-store.ts";
import type { ServerDeps } from "./deps.ts";
import type { Gateway, GatewayOptions } from "./gateway.ts";
import { type Listening, listen } from "./http/listen.ts";
import { securityHeadersFor } from "./http/security-headers.ts";
import { loadModules } from "./load-modules.ts";
import { type Log, printLine } from "./log/log.ts";
import type { Metrics } from "./observability/metrics.ts";
import { observeRequests } from "./observability/observe-requests.ts";
import { openMetrics } from "./observability/open-metrics.ts";
import { createRequestLog } from "./observability/request-log.ts";
import { ensureOwner, hasOwner } from "./owner/account.ts";
import { projectRoot } from "./project-root.ts";
import { loadSecrets } from "./secrets.ts";
import { loadSharedKeys } from "./shared-keys.ts";
import { openBlobs } from "./storage/blobs/open-blobs.ts";

/** Milliseconds a scheduled backup gets to stop the database that proves it. */
const BACKUP_STOP_MS = 2000;

/**
 * Milliseconds for running requests when the server is told to stop. The whole shutdown has to stay
 * below five seconds: containers are killed after ten.
 */
const SHUTDOWN_GRACE_MS = 2_000;

/** Milliseconds background work, such as a sweep, gets to end after the last request. */
const BACKGROUND_STOP_MS = 1000;

export interface StartOptions {
  config: Config;
  log: Log;
  /** Called when the database is permanently lost; the server should be stopped. */
  onGone?: (error: Error) => void;
  /** The dev server's replacements for the built page. */
  gateway?: GatewayOptions;
  /** Wraps the request listener; the dev server lets Vite answer first. */
  wrap?: (listener: RequestListener) => RequestListener;
}

export interface RunningServer {
  /** The site's public origin, without a trailing slash. */
  origin: string;
  /** Finishes running requests, then stops the database. */
  stop(): Promise<void>;
}

/** Starts everything in order; when a step fails, undoes the earlier ones. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const dataDir = await prepareDataDir(options.config.dataDir);
    const config = { ...options.config, dataDir };
    const listening = await listen(config.host, config.port, {
      headers: securityHeadersFor(config),
      trustProxy: config.trustProxy,
    });
    undo.push(() => listening.close(0));
    const deps = await openDeps({ ...options, config }, originOf(config, listening), undo);
    // Already loaded by openDeps.
    const { createGateway } = await import("./gateway.ts");
    const backups = await openBackups(deps, undo);
    const metrics = await openMetrics(deps, listening, backups, undo);
    const gateway = await createGateway(deps, {
      ...options.gateway,
      backups,
      ...(metrics ? { onDatabaseUse: metrics.recordDatabaseUse } : {}),
    });
    undo.push(() => withTimeLimit(gateway.close(), BACKGROUND_STOP_MS, () => {}));
    undo.push(() => listening.close(SHUTDOWN_GRACE_MS));
    // The listener waits for every connection to end.
    undo.push(() => gateway.live.close());
    await createConfiguredOwner(deps);
    const owned = await hasOwner(deps);
    serve(gateway, { config, listening, wrap: options.wrap, metrics });
    options.log.info(`Foyer is open at ${deps.origin}`);
    if (config.trustProxy && !config.publicUrl) {
      options.log.warn(
        `FOYER_TRUST_PROXY is set without FOYER_PUBLIC_URL, so links and sessions are made for ${deps.origin}. Set FOYER_PUBLIC_URL to the address visitors use.`,
      );
    }
    if (!owned) {
      options.log.info("There is no owner yet. Create one with: npm run owner");
      // Not awaited: a signal ends a start at once, but from here on requests have to be finished.
      void gateway.openSetup();
    }
    return { origin: deps.origin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openBackups(deps: ServerDeps, undo: (() => Promise<void>)[]) {
  const { scheduleBackups } = await import("./backups/scheduled-backups.ts");
  const backups = scheduleBackups(deps);
  undo.push(() => withTimeLimit(backups.close(), BACKUP_STOP_MS, () => {}));
  return backups;
}

/** Opens the data directory's parts and the database; `undo` receives how to close them. */
async function openDeps(
  { config, log, onGone }: StartOptions,
  origin: string,
  undo: (() => Promise<void>)[],
): Promise<ServerDeps> {
  const own = config.databaseUrl ? null : await loadSecrets(config.dataDir);
  const { blobs, created } = await openBlobs(config);
  const paths = {
    client: join(projectRoot, "dist", "client"),
    prerender: join(projectRoot, "dist", "prerender", "prerender.js"),
  };
  // Loading code takes as long as starting the database, so both run in parallel.
  const loading = import("./gateway.ts").then(() => loadModules(config, paths));
  loading.catch(() => {});
  const options = { config, secrets: own, log, ...(onGone ? { onGone } : {}) };
  const database = await openDatabase(options, blobs);
  undo.push(() => database.stop());
  if (config.databaseUrl) await reportOtherOrigins(database.session, origin, log);
  const secrets = config.keys ?? own ?? (await loadSharedKeys(database.sql, config.dataDir));
  if (created && (await hasStoredFiles(database))) {
    log.error(`${created} was missing: the files stored there are gone. Restore it from a backup.`);
  }
  await loading;
  return { config, secrets, database, blobs, log, origin, paths };
}

async function createConfiguredOwner({ config, database, log }: ServerDeps): Promise<void> {
  if (!config.owner || (await hasOwner({ database }))) return;
  // Checked only here, because the environment may keep a password that earlier versions accepted.
  const { error } = passwordRule.safeParse(config.owner.password);
  if (error) throw new ConfigError(`FOYER_OWNER_PASSWORD ${error.issues[0]?.message}.`);
  if (await ensureOwner({ database }, config.owner)) {
    log.info(`Created the owner ${config.owner.email} from FOYER_OWNER_EMAIL.`);
  }
}

interface ServeOptions {
  config: Config;
  listening: Listening;
  wrap: StartOptions["wrap"] | undefined;
  metrics: Metrics | null;
}

function serve(gateway: Gateway, { config, listening, wrap, metrics }: ServeOptions): void {
  const listener = getRequestListener(
    (request, bindings) => gateway.fetch(request, bindings as HttpBindings),
    { overrideGlobalObjects: true },
  );
  const observers = [
    ...(metrics ? [metrics.recordRequest] : []),
    ...(config.logFormat === "json" ? [createRequestLog(printLine)] : []),
  ];
  const { trustProxy } = config;
  const observed = observeRequests(wrap?.(listener) ?? listener, { trustProxy, observers });
  listening.serve(observed, gateway.live.upgrade);
}

async function hasStoredFiles({ sql }: Database): Promise<boolean> {
  const rows = await sql`select from storage.objects limit 1`;
  return rows.length > 0;
}

function originOf(config: Config, listening: Listening): string {
  if (config.publicUrl) return config.publicUrl.origin;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const wildcard = host === "0.0.0.0" || host === "[::]";
  return `http://${wildcard ? "localhost" : host}:${listening.port}`;
}
