import { type BuiltSite, startBuiltSite } from "./built-site.ts";

/** How many sites besides the shared one run at a time: files of one name do not always follow. */
const MOST_OTHERS = 3;

/**
 * The sites of one Playwright worker, which runs its files one after the other. Keeps the shared
 * site and the last used of the others.
 */
export class SitePool {
  readonly #shared: string;
  readonly #open = new Map<string, BuiltSite>();

  constructor(shared: string) {
    this.#shared = shared;
  }

  /**
   * The running site with this name and environment, started if it is not already running.
   * @throws what the server printed when it does not start.
   */
  async open(name: string, env: Record<string, string>): Promise<BuiltSite> {
    const key = JSON.stringify([name, env]);
    const site = this.#open.get(key) ?? (await this.#start(name, env));
    // The last used one is the last of the map.
    this.#open.delete(key);
    this.#open.set(key, site);
    return site;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((key) => this.#close(key)));
  }

  async #start(name: string, env: Record<string, string>): Promise<BuiltSite> {
    const others = this.#others();
    const done = name === this.#shared ? [] : others.slice(0, 1 - MOST_OTHERS);
    await Promise.all(done.map((other) => this.#close(other)));
    return startBuiltSite(env);
  }

  #others(): string[] {
    return [...this.#open.keys()].filter((key) => JSON.parse(key)[0] !== this.#shared);
  }

  async #close(key: string) {
    const site = this.#open.get(key);
    this.#open.delete(key);
    await site?.stop();
  }
}
