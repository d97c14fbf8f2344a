import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import {
  AUTH_PATH,
  BACKUP_PATH,
  FUNCTIONS_PATH,
  NOTICES_PATH,
  PICTURE_PATH,
  REALTIME_PATH,
  REST_PATH,
  SERVICE_PATH,
  SETUP_PATH,
  STORAGE_PATH,
} from "../shared/api-paths.ts";
import { SHARE_TARGET, sharedAddress } from "../shared/share-target.ts";
import { isSignedIn } from "./auth/caller.ts";
import { createKnownClients } from "./auth/known-clients.ts";
import { createPasswords, type Passwords } from "./auth/passwords.ts";
import { createAuthRoutes } from "./auth/routes.ts";
import { createSignInLog } from "./auth/sign-in-log.ts";
import { type BackupRoutesDeps, createBackupRoutes } from "./backups/routes.ts";
import { DATABASE_AWAY, isDatabaseAway } from "./database/database-away.ts";
import { sweepTrash } from "./database/sweep-trash.ts";
import type { ServerDeps } from "./deps.ts";
import { createFunctionRoutes } from "./functions/routes.ts";
import { createAssetHandler } from "./http/assets.ts";
import { compressAnswers } from "./http/compress-answers.ts";
import { allowOwnOrigin } from "./http/cors.ts";
import { limitResponseTime } from "./http/deadline.ts";
import { databaseAway, notFound } from "./http/error-responses.ts";
import type { GatewayEnvironment } from "./http/gateway-environment.ts";
import { createHealthCheck } from "./http/health.ts";
import { contentSecurityPolicy, hideAddresses } from "./http/security-headers.ts";
import { createAdmission } from "./http/signed-in-first.ts";
import type { Connection } from "./http/visitor-address.ts";
import { createRateLimits } from "./limits/rate-limits.ts";
import { type Live, openLive } from "./live/live.ts";
import { limitPerMinute } from "./log/limit-per-minute.ts";
import { openNoticeDelivery } from "./notices/notice-delivery.ts";
import { startNotices } from "./notices/notices.ts";
import { createNoticeRoutes } from "./notices/routes.ts";
import type { DatabaseUse } from "./observability/metrics.ts";
import { routeGroup } from "./observability/route-group.ts";
import { createPageCache, type PageCacheOptions } from "./page/routes.ts";
import { createPictureRoutes } from "./pictures/routes.ts";
import { createDataApiEngine } from "./rest/engine.ts";
import { createReadBudget } from "./rest/read-budget.ts";
import { createRestRoutes } from "./rest/routes.ts";
import { shareReads } from "./rest/share-reads.ts";
import { createSetup } from "./setup/routes.ts";
import { createStorage } from "./storage/routes.ts";

export interface Gateway {
  /** Answers one request; `connection` holds the socket, or the address of an in-process caller. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Connections that are told of changes. */
  live: Pick<Live, "upgrade" | "close">;
  /** Prints a setup link unless there is an owner, and a new link whenever it expires. */
  openSetup(): Promise<void>;
  /** Stops background work; no requests are answered afterwards. */
  close(): Promise<void>;
}

export interface GatewayOptions {
  /** Replaces the password worker, for tests that count its work. */
  passwords?: Passwords;
  /** Replaces the built page; the dev server passes its own. */
  loadRenderer?: PageCacheOptions["loadRenderer"];
  keepPages?: boolean;
  /** Deadline of a request, for tests that wait for it. */
  deadlineMs?: number;
  /** Called after each request of the Data API that got a connection. */
  onDatabaseUse?: (use: DatabaseUse) => void;
  /** The schedule of backups, if there is one. */
  backups?: BackupRoutesDeps["schedule"];
  /** How long a setup link is valid. */
  setupLinkSeconds?: number;
}

/**
 * The whole host behind one `fetch`: an allow-list of routes and methods, everything else is 404.
 */
export async function createGateway(
  deps: ServerDeps,
  options: GatewayOptions = {},
): Promise<Gateway> {
  const { config, database, secrets, log, origin } = deps;
  const limits = await createRateLimits(database.sql, secrets.jwtSecret);
  const clients = await createKnownClients(database.sql, secrets.jwtSecret);
  const signInLog = createSignInLog(database.sql, log);
  const passwords = options.passwords ?? createPasswords();
  const engine = await createDataApiEngine({
    url: database.url,
    pooled: database.pooled,
    session: database.session,
    onDatabaseUse: options.onDatabaseUse,
  });
  const reads = createReadBudget();
  // The embedded database has one server.
  const stopSharing = config.databaseUrl
    ? await shareReads(database.sql, reads, secrets.jwtSecret)
    : () => {};
  const setup = createSetup({ deps, limits, passwords, linkSeconds: options.setupLinkSeconds });
  const storage = createStorage({ deps });
  const live = openLive(deps);
  const trash = sweepTrash(database.sql);
  const delivery = openNoticeDelivery(deps);
  const assets = createAssetHandler({ directory: deps.paths.client });
  const app = new Hono<GatewayEnvironment>();
  const admission = createAdmission();
  const fetch = async (request: Request, connection: Connection = {}) => {
    const answer = async () => app.fetch(request, connection);
    const isFirst = connection.isOwn || isSignedIn(request.headers.get("authorization"), deps);
    return isFirst ? admission.signedIn(answer) : admission.visitor(answer);
  };
  const pages = createPageCache({
    deps,
    fetch: (input, init) =>
      fetch(new Request(input, init), { address: "the server itself", isOwn: true }),
    contentSecurityPolicy: (hashes) => contentSecurityPolicy(hashes, config),
    ...(options.loadRenderer ? { loadRenderer: options.loadRenderer } : {}),
    keep: options.keepPages ?? true,
  });

  const isUnreported = limitPerMinute(1, Date.now, () => {});
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (isDatabaseAway(error)) {
      if (isUnreported()) log.warn(`${DATABASE_AWAY} Requests get 503 until it does.`);
      return databaseAway();
    }
    log.error(`${context.req.method} ${routeGroup(context.req.path)} failed.`, error);
    return Response.json({ code: 500, message: "Internal server error" }, { status: 500 });
  });
  app.notFound(() => notFound());
  app.use(hideAddresses);
  app.use(allowOwnOrigin(origin));
  app.use(limitResponseTime(options.deadlineMs));
  app.use(compressAnswers);
  app.get("/healthz", createHealthCheck(deps));
  const account = { sql: database.sql, limits, clients, passwords, log: signInLog };
  app.route(REST_PATH, createRestRoutes({ deps, engine, reads }));
  app.route(AUTH_PATH, createAuthRoutes({ deps, account }));
  app.route(STORAGE_PATH, storage.routes);
  app.route(FUNCTIONS_PATH, createFunctionRoutes({ deps, fetch, notices: delivery.settings }));
  app.get(`${REALTIME_PATH}/websocket`, ({ req }) => live.refuse(req.raw));
  app.route(SETUP_PATH, setup.routes);
  app.route(BACKUP_PATH, createBackupRoutes({ deps, account, schedule: options.backups ?? null }));
  app.route(NOTICES_PATH, createNoticeRoutes({ deps, account, delivery }));
  app.route(PICTURE_PATH, createPictureRoutes({ deps }));
  // Answered by the service worker, which may be missing.
  const headers = { location: `/${sharedAddress("again")}` };
  app.post(`/${SHARE_TARGET}`, () => new Response(null, { status: 303, headers }));
  app.on(["GET", "HEAD"], "*", async (context) => {
    const { raw, path } = context.req;
    if (SERVICE_PATH.test(path)) return notFound();
    const asset = await assets(raw);
    if (asset) return asset;
    // A path without an extension is treated as a page for browsers; other clients get JSON.
    const known = path === "/" || path === "/cv" || path.slice(path.lastIndexOf("/")).includes(".");
    const asksForPage = known || raw.headers.get("accept")?.includes("text/html") === true;
    return (asksForPage ? await pages.handle(raw) : null) ?? notFound();
  });

  await pages.prepare();
  const notices = await startNotices({ deps, delivery, fetch });

  return {
    fetch,
    live,
    openSetup: () => setup.printer.start(),
    close: async () => {
      limits.close();
      stopSharing();
      const parts = [setup, live, pages, engine, passwords, signInLog, storage, trash, notices];
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
