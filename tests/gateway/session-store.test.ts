// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import ws from "ws";
import type { SessionStore } from "../../src/auth/session.ts";
import { SESSION_ENDED, WRONG_ROLE } from "../../src/auth/texts.ts";
import type { Area } from "../../src/lib/area.ts";
import {
  type Person,
  signInOwner,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
} from "../support/sites/gateway.ts";

// Tests how a tab handles its session, with the real backend and a browser's storage.
let gateway: TestGateway;
let owner: Person;
let guest: Person;
let stranger: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await signInOwner(gateway);
  guest = await signInWorkspaceUser(gateway);
  stranger = await signInStranger(gateway);
});
afterAll(() => gateway.stop());

beforeEach(async () => {
  await gateway.database.sql`delete from auth.sessions`;
  await gateway.database.sql`truncate gateway.rate_limits`;
  // Several tabs share this process; auth-js warns about multiple clients.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  openBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("opening", () => {
  it("a browser without a stored session is signed out", async () => {
    expect((await openTab("admin")).get()).toEqual({ status: "signed-out" });
  });

  it("a stored session is trusted at once, and verified in the background", async () => {
    await (await openTab("admin")).signIn(owner.email, owner.password);
    const tab = await openTab("admin");
    expect(tab.get()).toEqual({ status: "signed-in", userId: owner.id, email: owner.email });
    await tab.verify();
    await gateway.database.sql`delete from auth.sessions`;
    const next = await openTab("admin");
    expect(next.get().status).toBe("signed-in");
    await expect.poll(() => next.get()).toEqual(signedOut(SESSION_ENDED));
    expect(kept("admin")).toBeNull();
  });
});

describe("signing in", () => {
  it("signing in refuses everyone else at the owner's login and ends their session", async () => {
    const tab = await openTab("admin");
    for (const person of [guest, stranger]) {
      await expect(tab.signIn(person.email, person.password)).rejects.toMatchObject({
        message: WRONG_ROLE.admin,
        status: 403,
      });
      expect(await countSessions(person)).toBe(0);
    }
    expect(kept("admin")).toBeNull();
  });
});

describe("a session that is no longer valid", () => {
  it("a session that is no longer valid is detected when the role was removed", async () => {
    const { sql } = gateway.database;
    const tab = await signedIn();
    await sql`delete from private.members where user_id = ${owner.id}`;
    await tab.verify();
    await sql`insert into private.members (user_id, role) values (${owner.id}, 'admin')`;
    expect(tab.get().status).toBe("signed-out");
    expect(kept("admin")).toBeNull();
  });

  it.each([
    ["every four seconds while the tab can be seen", "visible", 4_000],
    ["every minute while it cannot", "hidden", 60_000],
  ] as const)("the validity of a session is checked %s", async (_how, visibility, pause) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
    const tab = await signedIn();
    await gateway.database.sql`delete from auth.sessions`;
    const asked = watchNetwork(/own_role/);
    vi.advanceTimersByTime(pause - 1);
    expect(asked()).toBe(0);
    vi.advanceTimersByTime(1);
    await expect.poll(() => tab.get()).toEqual(signedOut(SESSION_ENDED));
    expect(asked()).toBe(1);
    expect(kept("admin")).toBeNull();
  });

  it("a session ends in a tab when another tab has removed the tokens", async () => {
    const tab = await signedIn();
    localStorage.removeItem("foyer-admin");
    dispatchEvent(new StorageEvent("storage", { key: "foyer-admin", newValue: null }));
    expect(tab.get()).toEqual(signedOut(SESSION_ENDED));
  });

  it("a session whose token is refused is refreshed and continues", async () => {
    const tab = await signedIn();
    const before = kept("admin")?.refresh_token;
    refuseOnce(/own_role/, 401);
    await tab.verify();
    expect(tab.get().status).toBe("signed-in");
    expect(kept("admin")?.refresh_token).not.toBe(before);
  });
});

describe("an unreachable backend", () => {
  it("an unreachable backend ends no session, and is reported once it is reachable again", async () => {
    const tab = await signedIn();
    const back = vi.fn();
    tab.onReachable(back);
    const network = cutNetwork();
    await tab.verify();
    expect(tab.get().status).toBe("signed-in");
    expect(back).not.toHaveBeenCalled();
    network.mend();
    await tab.verify();
    expect(back).toHaveBeenCalledOnce();
    await tab.verify();
    expect(back).toHaveBeenCalledOnce();
  });
});

describe("signing out", () => {
  it("a page restored by the Back button shows the login after signing out", async () => {
    const tab = await signedIn();
    await tab.signOut();
    await tab.verify();
    expect(tab.get()).toEqual({ status: "signed-out" });
  });
});

/** A browser with empty storage that has loaded the site's page. */
function openBrowser(): void {
  const config = {
    supabaseUrl: gateway.url,
    publishableKey: gateway.secrets.publishableKey,
    embedded: false,
  };
  document.body.innerHTML = `<script type="application/json" id="foyer-config">${JSON.stringify(config)}</script>`;
  localStorage.clear();
  // Node.js 20 has no built-in WebSocket, and createClient requires one.
  vi.stubGlobal("WebSocket", ws);
}

/** One tab of the browser: separate modules, shared storage. */
async function openTab(area: Area): Promise<SessionStore> {
  vi.resetModules();
  const { createSessionStore } = await import("../../src/auth/session.ts");
  return createSessionStore(area);
}

async function signedIn(): Promise<SessionStore> {
  const tab = await openTab("admin");
  await tab.signIn(owner.email, owner.password);
  return tab;
}

const signedOut = (reason: string) => ({ status: "signed-out", reason });

function kept(area: Area): { refresh_token: string } | null {
  return JSON.parse(localStorage.getItem(`foyer-${area}`) ?? "null");
}

async function countSessions({ id }: Person): Promise<number> {
  const rows = await gateway.database.sql`select from auth.sessions where user_id = ${id}`;
  return rows.length;
}

/** Returns a function that counts the requests to matching URLs from now on. */
function watchNetwork(address: RegExp): () => number {
  let count = 0;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    if (address.test(String(input))) count += 1;
    return fetch(input, init);
  });
  return () => count;
}

function refuseOnce(address: RegExp, status: number): void {
  const { fetch } = globalThis;
  let refused = false;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    if (refused || !address.test(String(input))) return fetch(input, init);
    refused = true;
    return Promise.resolve(Response.json({ message: "JWT expired" }, { status }));
  });
}

function cutNetwork(): { mend: () => void } {
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  return { mend: () => vi.stubGlobal("fetch", fetch) };
}
