import type { UserStore } from "./user-store.ts";

/** A store that counts its writes. */
export class FakeDevice implements UserStore {
  readonly stored = new Map<string, unknown>();
  written: string[] = [];
  writes = 0;
  full = false;

  keys = async (prefix: string) =>
    [...this.stored.keys()].filter((key) => key.startsWith(prefix)).sort();
  values = async <T>(prefix: string) =>
    (await this.keys(prefix)).map((key) => this.stored.get(key) as T);
  batches = async <T>(prefix: string, take: (values: readonly T[]) => Promise<void>) =>
    take(await this.values<T>(prefix));
  get = async <T>(key: string) => this.stored.get(key) as T | undefined;

  async write(put: readonly [string, unknown][], remove: readonly string[]) {
    this.writes += 1;
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    for (const key of remove) this.stored.delete(key);
    for (const [key, value] of put) this.stored.set(key, structuredClone(value));
    this.written.push(...put.map(([key]) => key));
  }
}
