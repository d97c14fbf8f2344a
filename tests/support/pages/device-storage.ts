import type { Page } from "@playwright/test";

/** The keys of the cached data on the device, without the user's id. */
export async function keptKeys(page: Page): Promise<string[]> {
  const keys = await page.evaluate(async () => {
    // Opening the database before the page does would create it without its store.
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "foyer-workspace-copies")) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("foyer-workspace-copies");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const asked = database.transaction("read").objectStore("read").getAllKeys();
    await new Promise((resolve) => {
      asked.onsuccess = resolve;
    });
    database.close();
    return asked.result.map(String);
  });
  return keys.map((key) => key.slice(key.indexOf(" ") + 1));
}

/** Everything in the page's databases and caches, as one text. */
export async function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        const asked = [rows.getAllKeys(), rows.getAll()] as const;
        await new Promise((resolve) => {
          asked[1].onsuccess = resolve;
        });
        found.push(name, store, asked[0].result, asked[1].result);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push(request.url, await (await cache.match(request))?.text());
      }
    }
    return JSON.stringify(found);
  });
}

/** The paths of everything in the page's caches. */
export function cachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      urls.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return urls;
  });
}
