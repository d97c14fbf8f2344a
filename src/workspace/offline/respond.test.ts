import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { build, FakeCaches, ORIGIN, page, script } from "./offline.fixture.ts";
import { type FetchEvent, NETWORK_TIMEOUT_MS, respond } from "./respond.ts";

const OURS = `<script data-app="${build.entry}">`;

let caches: FakeCaches;

beforeEach(() => {
  vi.useFakeTimers();
  caches = new FakeCaches();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The worker's response after its background work is done; null when it does not respond. */
async function ask(
  address: string,
  {
    mode = "cors",
    method = "GET",
    network = async () => page("from the network"),
  }: { mode?: string; method?: string; network?: () => Promise<Response | undefined> } = {},
): Promise<string | null> {
  const works: Promise<unknown>[] = [];
  const fetched = vi.fn(async () => (await network()) ?? Response.error());
  const request = { url: new URL(address, ORIGIN).href, method, mode } as Request;
  const event = {
    request,
    preloadResponse: mode === "navigate" ? network() : Promise.resolve(undefined),
    waitUntil: (work: Promise<unknown>) => works.push(work),
  } as unknown as FetchEvent;
  event.preloadResponse.catch(() => {});
  const deps = { build, caches: caches.asCaches, origin: ORIGIN, fetch: fetched };
  const answer = respond(event, deps);
  if (!answer) return null;
  const text = await (await answer).text();
  await Promise.all(works);
  return text;
}

const keptDocument = async () =>
  (await (await caches.open("foyer-build-v2")).match("/"))?.text() ?? null;

const keepOurs = async () => (await caches.open("foyer-build-v2")).put("/", page(OURS));

describe("a request for personal data", () => {
  it.each([
    "/rest/v1/workspace_notes?select=id",
    "/auth/v1/token",
    "/storage/v1/object/workspace-files/x.js",
    "/functions/v1/workspace-sign-in",
    "/setup/v1/owner",
    "/healthz",
    "https://project.supabase.co/rest/v1/workspace_notes",
    "https://project.supabase.co/assets/main-2.js",
  ])("a request for personal data at %s is neither answered nor cached", async (address) => {
    for (const mode of ["cors", "navigate"]) expect(await ask(address, { mode })).toBeNull();
    expect(await caches.keys()).toEqual([]);
  });

  it("a request for personal data is not answered for any method but GET", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "HEAD"]) {
      expect(await ask("/assets/main-2.js", { method })).toBeNull();
    }
  });
});

describe("a built file", () => {
  it("a built file comes from the cache, otherwise from the network, which is not cached", async () => {
    const cache = await caches.open("foyer-build-v2");
    await cache.put("/assets/main-2.js", script("kept"));
    expect(await ask("/assets/main-2.js")).toBe("kept");
    expect(await ask("/assets/other-2.js")).toBe("from the network");
    expect(caches.paths("foyer-build-v2")).toEqual(["/assets/main-2.js"]);
  });
});

describe("the document", () => {
  it("the document comes from the network, and is cached if it belongs to this build", async () => {
    const fresh = `${OURS} newer`;
    expect(await ask("/?from=mail", { mode: "navigate", network: async () => page(fresh) })).toBe(
      fresh,
    );
    expect(await keptDocument()).toBe(fresh);
  });

  it("the document of another build is shown, but not cached with files it does not match", async () => {
    await keepOurs();
    const other = "/assets/main-3.js";
    expect(await ask("/", { mode: "navigate", network: async () => page(other) })).toBe(other);
    expect(await keptDocument()).toBe(OURS);
  });

  it.each([
    ["without a network", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["when a proxy finds nobody behind it", async () => page("bad gateway", { status: 502 })],
  ])("the document comes from the cache %s", async (_what, network) => {
    await keepOurs();
    expect(await ask("/", { mode: "navigate", network })).toBe(OURS);
  });

  it("the document comes from the site when the site itself reports an error", async () => {
    await keepOurs();
    const network = async () => page("An Error Occurred", { status: 503 });
    expect(await ask("/", { mode: "navigate", network })).toBe("An Error Occurred");
    expect(await keptDocument()).toBe(OURS);
  });

  it("the document comes from the cache when the network takes too long", async () => {
    await keepOurs();
    const network = () =>
      new Promise<Response>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS + 1, page("late")));
    const answer = ask("/", { mode: "navigate", network });
    await vi.advanceTimersByTimeAsync(NETWORK_TIMEOUT_MS + 1);
    expect(await answer).toBe(OURS);
  });

  it("the document at any other URL comes from the network only", async () => {
    await keepOurs();
    expect(await ask("/nowhere", { mode: "navigate" })).toBe("from the network");
    const network = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(ask("/nowhere", { mode: "navigate", network })).rejects.toThrow("Failed to fetch");
  });
});
