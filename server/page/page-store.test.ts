import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { createPageStore, type PageStoreOptions } from "./page-store.ts";

/** A store whose page shows how often the portfolio was read. */
function createStore(options: Partial<PageStoreOptions> = {}) {
  let reads = 0;
  const renderPage = ({ portfolio }: { portfolio: unknown }) => {
    const numbers = Array.from({ length: 2000 }, (_, n) => n * n).join(" ");
    return { html: `read ${portfolio}: ${numbers}`, inlineScripts: [], inlineStyles: [] };
  };
  const store = createPageStore({
    load: async () => ({ module: { renderPage } as never, assets: {} as never }),
    readPortfolio: async () => ++reads,
    renderIcons: async () => "",
    renderCard: async () => new Uint8Array(),
    siteConfig: () => ({}) as never,
    keep: true,
    isNotified: () => true,
    onFailure: () => {},
    now: () => new Date(0),
    ...options,
  });
  const get = async () => (await store.get("page", "https://a.test")).document;
  return { store, get, reads: () => reads };
}

it("a changed page is rendered again before anybody asks, if it has been visited", async () => {
  const { store, get, reads } = createStore();
  store.invalidate();
  expect(reads()).toBe(0);
  await get();
  store.invalidate();
  await expect.poll(reads).toBe(2);
  expect(Buffer.from((await get()).body.identity).toString()).toMatch(/^read 2:/);
  expect(reads()).toBe(2);
});

it("a page that is not kept, or whose changes are not notified, is rendered when asked for", async () => {
  for (const options of [{ keep: false }, { isNotified: () => false }]) {
    const { store, get, reads } = createStore(options);
    await get();
    store.invalidate();
    await get();
    expect(reads()).toBe(2);
  }
});

it("a page is sent compressed quickly, and smaller later under the same tag", async () => {
  const { get } = createStore();
  const first = await get();
  const { br, gzip } = { ...first.body };
  await expect.poll(async () => (await get()).body.br.byteLength).toBeLessThan(br.byteLength);
  const best = await get();
  expect(best.body.gzip.byteLength).toBeLessThanOrEqual(gzip.byteLength);
  expect(best.etag).toBe(first.etag);
  expect(brotliDecompressSync(best.body.br)).toEqual(brotliDecompressSync(br));
});
