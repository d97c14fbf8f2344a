import {
  AUTH_PATH,
  FUNCTIONS_PATH,
  REST_PATH,
  SERVICE_PATH,
  STORAGE_PATH,
} from "../../../shared/api-paths.ts";
import type { ReminderMessage } from "../../../shared/reminder-message.ts";
import { SHARE_TARGET, sharedAddress } from "../../../shared/share-target.ts";
import { withTimeLimit } from "../../../shared/time-limit.ts";
import { storeShared } from "../shell/shared-content.ts";
import { type Build, cacheDocument, type Fetch, openBuild } from "./build-cache.ts";
import type { ReminderScope } from "./reminders.ts";

interface WorkerDeps {
  build: Build;
  caches: CacheStorage;
  /** The site's own origin. */
  origin: string;
  fetch: (request: Request) => ReturnType<Fetch>;
}

/**
 * The worker's response to a request, or null for requests that it ignores. It handles documents,
 * built files of this site, and content shared by other apps. Requests for personal data go to the
 * network as without a worker, and are never cached.
 */
export function respond(event: FetchEvent, deps: WorkerDeps): Promise<Response> | null {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (
    origin === deps.origin &&
    method === "POST" &&
    pathname === `${deps.build.root}${SHARE_TARGET}`
  ) {
    return receiveShare(event.request, deps);
  }
  if (method !== "GET" || origin !== deps.origin || isBackend(pathname)) return null;
  // Uses the browser's preload; otherwise the document would be requested twice.
  if (mode === "navigate" && pathname !== deps.build.root) return fromNetwork(event, deps);
  if (mode === "navigate") return respondWithDocument(event, deps);
  return pathname.startsWith(`${deps.build.root}assets/`)
    ? respondWithFile(event.request, deps)
    : null;
}

/**
 * Stores content shared by another app, also offline, and opens the notes, which take it over.
 * Browsers send no origin for an app, or ours. A page of another site can hide its origin, but only
 * makes a dialog open.
 */
async function receiveShare(
  request: Request,
  { build, caches, origin }: WorkerDeps,
): Promise<Response> {
  const from = request.headers.get("origin") ?? "null";
  const outcome =
    from === "null" || from === origin
      ? await storeShared(caches, build.root, await request.formData()).catch(() => "again")
      : "again";
  return Response.redirect(`${origin}${build.root}${sharedAddress(outcome)}`, 303);
}

function isBackend(pathname: string): boolean {
  return SERVICE_PATH.test(pathname) || pathname === "/healthz";
}

/**
 * Requests for data, of this site or of Supabase, that the browser sends past the worker. `respond`
 * leaves these and some rarer ones to the network.
 */
export const dataRoutes = (): WorkerRoute[] =>
  [REST_PATH, AUTH_PATH, STORAGE_PATH, FUNCTIONS_PATH].map((path) => ({
    condition: { urlPattern: new URLPattern({ pathname: `${path}/*` }) },
    source: "network",
  }));

/**
 * Milliseconds to wait for the network before the cached document is used.
 * @limit content: waiting for the network before the cached document is shown
 */
export const NETWORK_TIMEOUT_MS = 4_000;

/**
 * Network first, so that the public page is never older than without a worker; the cached document
 * is used only when there is no timely response.
 */
async function respondWithDocument(event: FetchEvent, deps: WorkerDeps): Promise<Response> {
  const cache = await openBuild(deps.caches, deps.build);
  const network = fromNetwork(event, deps).then((response) => {
    const copy = response.clone();
    event.waitUntil(cacheDocument(cache, deps.build, copy).catch(() => {}));
    return response;
  });
  const timely = await inTime(network);
  if (timely && !isUnreached(timely)) return timely;
  const cached = await cache.match(deps.build.root, { ignoreVary: true });
  return cached ?? timely ?? network;
}

async function fromNetwork(event: FetchEvent, deps: WorkerDeps): Promise<Response> {
  return (await event.preloadResponse) ?? deps.fetch(event.request);
}

function inTime(network: Promise<Response>): Promise<Response | null> {
  return withTimeLimit(
    network.catch(() => null),
    NETWORK_TIMEOUT_MS,
    () => null,
  );
}

/** Whether a proxy cannot reach the site, which itself never sends these statuses. */
function isUnreached({ status }: Response): boolean {
  return status === 502 || status === 504;
}

/** Cache first: files are named after their content, so a cached one is never outdated. */
async function respondWithFile(request: Request, { caches, fetch }: WorkerDeps): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/**
 * The parts of the service worker API used here. TypeScript's own types for it conflict with those
 * of a page.
 */
export interface WorkerScope {
  readonly caches: CacheStorage;
  readonly clients: ReminderScope["clients"] & {
    claim(): Promise<void>;
    matchAll(options: {
      type: "window";
      includeUncontrolled: boolean;
    }): Promise<readonly unknown[]>;
  };
  readonly location: Location;
  readonly registration: { readonly navigationPreload?: NavigationPreloadManager };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", answer: (event: InstallEvent) => void): void;
  addEventListener(type: "activate", answer: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", answer: (event: FetchEvent) => void): void;
  addEventListener(type: "push", answer: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", answer: (event: ClickEvent) => void): void;
}

interface PushEvent extends LifeEvent {
  readonly data: { json(): ReminderMessage } | null;
}

interface ClickEvent extends LifeEvent {
  /** Empty for a click on the notification itself. */
  readonly action: string;
  readonly notification: Notification;
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface InstallEvent extends LifeEvent {
  /** Not in every browser; rejects for conditions that the browser does not know. */
  addRoutes?(routes: WorkerRoute[]): Promise<void>;
}

interface WorkerRoute {
  condition: { urlPattern: URLPattern };
  source: "network";
}

export interface FetchEvent extends LifeEvent {
  readonly request: Request;
  /** The browser's navigation preload response; for documents only. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
