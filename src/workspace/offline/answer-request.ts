import { type Build, DOCUMENT, type Fetch, keepDocument, openBuild } from "./kept-build.ts";
import type { FetchEvent } from "./worker-scope.ts";

export interface Surroundings {
  build: Build;
  caches: CacheStorage;
  /** The site's own. */
  origin: string;
  fetch: (request: Request) => ReturnType<Fetch>;
}

/**
 * The worker's answer to a request, or null where it has no say: only documents and built files of
 * this site are its business. Whatever carries somebody's data is asked of the network by the page
 * itself, as if there were no worker, and is kept nowhere.
 */
export function answerRequest(event: FetchEvent, around: Surroundings): Promise<Response> | null {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== around.origin || API.test(pathname)) return null;
  // Asked for already, and else asked for twice.
  if (mode === "navigate" && pathname !== DOCUMENT) return fromNetwork(event, around);
  if (mode === "navigate") return answerDocument(event, around);
  return pathname.startsWith("/assets/") ? answerFile(event.request, around) : null;
}

/** Everything the gateway answers that is not a file. */
const API = /^\/(?:rest|auth|storage|functions|setup|healthz)(?:\/|$)/;

/** How long the network may take before the kept document is shown, in milliseconds. */
export const PATIENCE_MS = 4_000;

/**
 * The network's document, so that the public page is never older than it would be without a worker;
 * the kept one only where there is no answer, or none in time.
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

/** A proxy's word that the site behind it does not answer. The site itself never says this. */
function isUnreached({ status }: Response): boolean {
  return status === 502 || status === 504;
}

/** Named after its content, a file that is kept is as good as new. */
async function answerFile(request: Request, { caches, fetch }: Surroundings): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
