import { SERVICE_PATH } from "../../../shared/api-paths.ts";
import { siteAddress } from "../../lib/site-address.ts";
import { type Build, DOCUMENT, type Fetch, keepDocument, openBuild } from "./kept-build.ts";
import type { FetchEvent } from "./worker-scope.ts";

export interface Surroundings {
  build: Build;
  caches: CacheStorage;
  /** The site's own origin. */
  origin: string;
  fetch: (request: Request) => ReturnType<Fetch>;
}

/**
 * The worker's response to a request, or null when it does not respond: it handles only documents
 * and built files of this site. Requests for personal data go to the network as if there were no
 * worker, and are never cached.
 */
export function answerRequest(event: FetchEvent, around: Surroundings): Promise<Response> | null {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== around.origin || isBackend(pathname)) return null;
  // Uses the browser's preload; otherwise the document would be requested twice.
  if (mode === "navigate" && pathname !== DOCUMENT) return fromNetwork(event, around);
  if (mode === "navigate") return answerDocument(event, around);
  return pathname.startsWith(ASSETS) ? answerFile(event.request, around) : null;
}

const ASSETS = siteAddress("/assets/");

function isBackend(pathname: string): boolean {
  return SERVICE_PATH.test(pathname) || pathname === "/healthz";
}

/** How long to wait for the network before the cached document is used, in milliseconds. */
export const PATIENCE_MS = 4_000;

/**
 * Network first, so that the public page is never older than without a worker; the cached document
 * only when there is no timely response.
 */
async function answerDocument(event: FetchEvent, around: Surroundings): Promise<Response> {
  const cache = await openBuild(around.caches, around.build);
  const network = fromNetwork(event, around).then((response) => {
    const copy = response.clone();
    event.waitUntil(keepDocument(cache, around.build, copy).catch(() => {}));
    return response;
  });
  const timely = await inTime(network);
  if (timely && !isUnreached(timely)) return timely;
  const kept = await cache.match(DOCUMENT, { ignoreVary: true });
  return kept ?? timely ?? network;
}

async function fromNetwork(event: FetchEvent, around: Surroundings): Promise<Response> {
  return (await event.preloadResponse) ?? around.fetch(event.request);
}

async function inTime(network: Promise<Response>): Promise<Response | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const answer = await Promise.race([network.catch(() => null), late]);
  clearTimeout(timer);
  return answer;
}

/** A proxy's response that the site behind it is unreachable. The site itself never sends it. */
function isUnreached({ status }: Response): boolean {
  return status === 502 || status === 504;
}

/** Cache first: files are named after their content, so a cached one is never outdated. */
async function answerFile(request: Request, { caches, fetch }: Surroundings): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
