import type { Browser, BrowserContext, Page, Request } from "@playwright/test";
import type { Decision, Event } from "./history.ts";
import { textOf } from "./history.ts";
import { type Network, startNetwork } from "./network.ts";
import { type PageState, readPage } from "./page-state.ts";
import { type DeviceShape, tokensIn } from "./schedule.ts";

/** A session in the form that a sign-in returns. */
export interface Session {
  access_token: string;
  user: { id: string };
}

/** An event without its time. */
export type NewEvent = Event extends infer E ? (E extends Event ? Omit<E, "at"> : never) : never;

interface Deps {
  browser: Browser;
  /** The port of a device's server. */
  port: (server: 0 | 1) => number;
  signIn: () => Promise<Session>;
  /** Scripts of a planted fault, run in every page before its own. */
  scripts: readonly string[];
  record: (event: NewEvent, at?: number) => void;
  /** Events recorded so far on all devices. */
  events: readonly Event[];
  /** Called whenever a tab has been looked at. */
  seen: (tab: Tab, state: PageState) => void;
}

/**
 * A browser profile with its own storage, which only its tabs share. It reaches its server through
 * its own network.
 */
export class Device {
  readonly tabs: readonly Tab[];
  readonly network: Network;
  readonly context: BrowserContext;
  readonly #deps: Deps;
  #isFlying = false;

  private constructor(
    name: string,
    shape: DeviceShape,
    { context, network, deps }: { context: BrowserContext; network: Network; deps: Deps },
  ) {
    this.context = context;
    this.network = network;
    this.#deps = deps;
    this.tabs = Array.from({ length: shape.tabs }, (_, index) => new Tab(`${name}.${index}`, this));
  }

  static async start(index: number, shape: DeviceShape, deps: Deps): Promise<Device> {
    const network = await startNetwork(() => deps.port(shape.server));
    const session = await deps.signIn();
    const context = await deps.browser.newContext({
      baseURL: network.origin,
      viewport: { width: 1280, height: 2400 },
      reducedMotion: "reduce",
      serviceWorkers: "block",
      extraHTTPHeaders: { "x-forwarded-for": `10.0.${index}.1` },
      storageState: {
        cookies: [],
        origins: [
          {
            origin: network.origin,
            localStorage: [{ name: SESSION_KEY, value: JSON.stringify(session) }],
          },
        ],
      },
    });
    context.setDefaultTimeout(ACTION_MS);
    // tsx wraps functions that run in the page in calls of this esbuild helper.
    await context.addInitScript({ content: "globalThis.__name = (wrapped) => wrapped;" });
    if (shape.clock !== 0) await context.addInitScript(shiftClock, shape.clock * 3_600_000);
    for (const content of deps.scripts) await context.addInitScript({ content });
    const device = new Device(String(index), shape, { context, network, deps });
    await Promise.all(device.tabs.map((tab) => tab.open()));
    return device;
  }

  get record() {
    return this.#deps.record;
  }

  get seen() {
    return this.#deps.seen;
  }

  /** Events recorded so far on all devices. */
  get events() {
    return this.#deps.events;
  }

  /** @param flying whether the browser is told that it is offline, as in flight mode. */
  async cut(flying: boolean): Promise<void> {
    this.network.cut();
    if (!flying || this.#isFlying) return;
    this.#isFlying = true;
    await this.context.setOffline(true);
  }

  async reconnect(): Promise<void> {
    this.network.connect();
    if (this.#isFlying) await this.context.setOffline(false);
    this.#isFlying = false;
  }

  /** Signs in again, after the browser has lost the session. */
  async signInAgain(page: Page): Promise<void> {
    const session = await this.#deps.signIn();
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      SESSION_KEY,
      JSON.stringify(session),
    ] as const);
    await page.reload();
  }

  /**
   * Deletes the browser's storage for the site, like a browser that runs out of space.
   * @param login whether the session is deleted as well.
   */
  async evict(login: boolean): Promise<void> {
    const page = this.tabs.find(({ page }) => page)?.page ?? (await this.context.newPage());
    const client = await this.context.newCDPSession(page);
    const kinds = ["indexeddb", "cache_storage", ...(login ? ["local_storage"] : [])];
    await client.send("Storage.clearDataForOrigin", {
      origin: this.network.origin,
      storageTypes: kinds.join(),
    });
    await client.detach();
    if (!this.tabs.some((tab) => tab.page === page)) await page.close();
    this.record({ kind: "evicted", tab: this.tabs[0]?.name ?? "" });
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.network.close();
  }
}

/** Milliseconds within which the browser notices that a page has crashed. */
const CRASH_MS = 30_000;

/** Maximum milliseconds of one click or look. */
const ACTION_MS = 2_500;

const SESSION_KEY = "foyer-workspace";

/** A tab. A typed token is pending until the tab shows that it is saved. */
export class Tab {
  readonly name: string;
  readonly device: Device;
  /** Null while the tab is dead. */
  page: Page | null = null;
  /** Typed tokens that no shown state has covered yet. */
  readonly pending = new Set<string>();
  /** Write requests in flight; a move on the board shows nothing until it fails. */
  readonly writes = new Set<Request>();
  /** Number of documents the tab has loaded. */
  loads = 0;
  /** Decisions that notifications may offer to undo, by the start of their texts. */
  readonly offers: { text: RegExp; decision: Decision }[] = [];
  readonly #kept = new Set<string>();
  /** The last text seen of each row. */
  readonly #seen = new Map<string, string>();

  constructor(name: string, device: Device) {
    this.name = name;
    this.device = device;
  }

  async open(): Promise<void> {
    const page = await this.device.context.newPage();
    page.on("crash", () => {
      if (this.page === page) this.page = null;
    });
    this.writes.clear();
    page.on("request", (request) => {
      if (mayWrite(request)) this.writes.add(request);
    });
    const isOver = (request: Request) => void this.writes.delete(request);
    page.on("requestfinished", isOver).on("requestfailed", isOver);
    // Requests that a document sends while it ends do not report their completion.
    page.on("domcontentloaded", () => {
      this.writes.clear();
      this.loads += 1;
    });
    // Dialogs ask about decisions that a step has already made.
    page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
    try {
      await load(page);
    } catch (error) {
      await page.close();
      throw error;
    }
    this.page = page;
    this.device.record({ kind: "opened", tab: this.name });
  }

  /** Reloads a page that could not be loaded completely. */
  async reload(): Promise<void> {
    const { page } = this;
    if (!page || this.device.network.isCut()) return;
    this.offers.length = 0;
    if (!page.url().startsWith("http")) return load(page);
    await page.reload({ timeout: 5_000 });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }

  /** Kills the tab's process without notifying the page; its storage stays. */
  async crash(): Promise<void> {
    const { page } = this;
    if (!page) return;
    this.page = null;
    this.pending.clear();
    this.#kept.clear();
    this.offers.length = 0;
    const client = await this.device.context.newCDPSession(page);
    const crashed = page.waitForEvent("crash", { timeout: CRASH_MS });
    void client.send("Page.crash").catch(() => {});
    // A crashed page that stays would fail every later call of its context.
    await crashed.finally(() => page.close());
  }

  typed(token: string): void {
    this.pending.add(token);
    this.device.record({ kind: "typed", tab: this.name, token });
  }

  /** @param at time of the decision, if it was before now. */
  decide(decision: Decision, at?: number): void {
    this.device.record({ kind: "decision", tab: this.name, decision }, at);
  }

  saved(token: string): void {
    this.pending.delete(token);
    this.device.record({ kind: "saved", tab: this.name, token });
  }

  /**
   * Looks at the page and records what it shows.
   * @returns null while the tab is dead.
   */
  async look(): Promise<PageState | null> {
    if (!this.page) return null;
    const state = await readPage(this.page);
    this.#recordStates(state);
    this.#recordSeen(state);
    this.device.seen(this, state);
    return state;
  }

  #recordStates({ screen, state, editor, cards, tasks }: PageState): void {
    if (screen !== "notes" && screen !== "archive" && screen !== "board") return;
    const texts =
      screen === "board"
        ? tasks.map(({ title }) => title)
        : cards.map(({ title, text, pictures }) => `${title} ${text} ${pictures}`);
    const shown = texts.flatMap(tokensIn);
    for (const token of shown) {
      if (!this.pending.has(token)) continue;
      if (state === null && (!editor || editor.state === "Saved")) this.saved(token);
      else if (state === "Offline, kept on this device" && !this.#kept.has(token)) {
        this.#kept.add(token);
        this.device.record({ kind: "kept", tab: this.name, token });
      }
    }
  }

  /** Only rows that are not being changed here, because pending changes are not committed yet. */
  #recordSeen({ screen, state, cards, tasks }: PageState): void {
    const offline = state === "Offline, shown from this device";
    const isClean = state === null || offline;
    const rows =
      screen === "board" && isClean
        ? tasks.map(({ id, title }) => ({ id, text: textOf(title, ""), place: "board" as const }))
        : (screen === "notes" || screen === "archive") && isClean
          ? cards.map(({ id, title, text }) => ({
              id,
              text: textOf(title, text),
              place: "notes" as const,
            }))
          : [];
    for (const { id, text, place } of rows) {
      if (this.#seen.get(id) === text) continue;
      this.#seen.set(id, text);
      this.device.record({ kind: "seen", tab: this.name, place, id, text, offline });
    }
  }
}

/**
 * Whether a request may change the workspace's rows or files. Excludes the session's renewal, which
 * a device whose clock is a day ahead sends with every call.
 */
function mayWrite(request: Request): boolean {
  return request.method() !== "GET" && !/\/auth\/v1\/|\/rpc\/own_role$/.test(request.url());
}

async function load(page: Page): Promise<void> {
  await page.goto("/#/workspace/notes", { waitUntil: "commit", timeout: 30_000 });
  await page.getByRole("heading", { level: 1 }).first().waitFor({ timeout: 30_000 });
}

/**
 * Runs in the page: shifts its clock by these milliseconds. Timers and the server's clock stay
 * right.
 */
function shiftClock(by: number): void {
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, wanted) =>
      args.length > 0
        ? Reflect.construct(target, args, wanted)
        : Reflect.construct(target, [Real.now() + by], wanted),
    apply: () => new Real(Real.now() + by).toString(),
    get: (target, key) =>
      key === "now" ? () => Real.now() + by : Reflect.get(target, key, target),
  });
}
