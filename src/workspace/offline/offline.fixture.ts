import type { Build } from "./build-cache.ts";

export const ORIGIN = "https://site.test";

export const build: Build = {
  root: "/",
  version: "v2",
  entry: "/assets/main-2.js",
  files: ["/assets/main-2.js", "/assets/notes-2.js"],
};

/** A fake CacheStorage with the methods the worker uses. */
export class FakeCaches {
  readonly stored = new Map<string, Map<string, Response>>();

  open(name: string) {
    const entries = this.stored.get(name) ?? new Map<string, Response>();
    this.stored.set(name, entries);
    return Promise.resolve({
      match: async (key: string | Request) => entries.get(pathOf(key))?.clone(),
      put: async (key: string | Request, response: Response) =>
        void entries.set(pathOf(key), response),
      keys: async () => [...entries.keys()].map((path) => new Request(`${ORIGIN}${path}`)),
      delete: async (key: string | Request) => entries.delete(pathOf(key)),
    });
  }

  async match(key: string | Request) {
    for (const entries of this.stored.values()) {
      const found = entries.get(pathOf(key));
      if (found) return found.clone();
    }
    return undefined;
  }

  has = async (name: string) => this.stored.has(name);
  keys = async () => [...this.stored.keys()];
  delete = async (name: string) => this.stored.delete(name);

  /** Typed as the worker's code expects. */
  get asCaches(): CacheStorage {
    return this as unknown as CacheStorage;
  }

  paths(name: string): string[] {
    return [...(this.stored.get(name)?.keys() ?? [])].sort();
  }
}

function pathOf(key: string | Request): string {
  return new URL(typeof key === "string" ? key : key.url, ORIGIN).pathname;
}

export function page(text: string, init: ResponseInit = {}): Response {
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" }, ...init });
}

export function script(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/javascript" } });
}
