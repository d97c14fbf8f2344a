import { type BuiltSite, startBuiltSite } from "./built-site.ts";

/**
 * The sites of one Playwright worker, which runs its files one after the other. Keeps the shared
 * site and only the latest of the others, since a file is done when the next one begins.
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
    const running = this.#open.get(key);
    if (running) return running;
    const done = name === this.#shared ? [] : this.#others();
    await Promise.all(done.map((other) => this.#close(other)));
    const site = await startBuiltSite(env);
    this.#open.set(key, site);
    return site;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((key) => this.#close(key)));
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
