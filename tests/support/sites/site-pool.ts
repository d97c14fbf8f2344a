import { type BuiltSite, startBuiltSite } from "./built-site.ts";

/**
 * Maximum number of running sites besides the shared one, because files with the same site do not
 * always follow each other.
 */
const MOST_OTHERS = 3;

/**
 * The sites of a Playwright worker, which runs its files sequentially. Keeps the shared site and
 * the most recently used others.
 */
export class SitePool {
  readonly #shared: string;
  readonly #open = new Map<string, BuiltSite>();

  constructor(shared: string) {
    this.#shared = shared;
  }

  /**
   * The running site with this name and environment, started if necessary.
   * @throws the server's output when it does not start.
   */
  async open(name: string, env: Record<string, string>): Promise<BuiltSite> {
    const key = JSON.stringify([name, env]);
    const site = this.#open.get(key) ?? (await this.#start(name, env));
    // The map is ordered by last use, the latest at the end.
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
