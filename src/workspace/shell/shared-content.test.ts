import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { build, FakeCaches, ORIGIN } from "../offline/offline.fixture.ts";
import { type FetchEvent, respond } from "../offline/respond.ts";
import { SHARED_CACHE } from "./shared-cache.ts";
import {
  hasShared,
  listShared,
  MOST_SHARED,
  MOST_SHARED_BYTES,
  type Share,
  storeShared,
} from "./shared-content.ts";

let caches: FakeCaches;

beforeEach(async () => {
  caches = new FakeCaches();
  // Only a signed-in user has this cache.
  await caches.open(SHARED_CACHE);
  vi.stubGlobal("caches", caches.asCaches);
  vi.stubGlobal("window", { caches });
});
afterEach(() => vi.unstubAllGlobals());

/** Posts content as the browser does when another app shares it. */
function share(
  fields: Record<string, string | File[]>,
  address = `${ORIGIN}/share-target`,
  headers: Record<string, string> = { origin: "null" },
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") body.append(name, value);
    else for (const file of value) body.append(name, file);
  }
  const request = new Request(address, { method: "POST", body, headers });
  const deps = { build, caches: caches.asCaches, origin: ORIGIN, fetch: vi.fn() };
  return respond({ request } as unknown as FetchEvent, deps);
}

const texts = async () => (await listShared()).flatMap(contentsOf);
const contentsOf = ({ items }: Share) => items.map(({ content }) => content);
const outcomeOf = (answer: Response | null) =>
  new URL(answer?.headers.get("location") ?? "", ORIGIN).hash.replace(
    /^#\/workspace\/notes\?shared=/,
    "",
  );

describe("what another app shares", () => {
  it("shared content is stored by the worker, which opens the notes", async () => {
    expect(await hasShared()).toBe(false);
    const answer = await share({ title: "Wandern", text: "See https://ada.example/", url: "" });
    const [stored] = await listShared();
    expect([answer?.status, answer?.headers.get("location")]).toEqual([
      303,
      `${ORIGIN}/#/workspace/notes?shared=${stored?.id}`,
    ]);
    expect(await hasShared()).toBe(true);
    expect(await texts()).toEqual([{ title: "Wandern", text: "See https://ada.example/" }]);
  });

  it.each([
    [{ url: "https://ada.example/" }, "https://ada.example/"],
    [{ text: "https://ada.example/", url: "https://ada.example/" }, "https://ada.example/"],
    [{ text: "Look:", url: "https://ada.example/" }, "Look:\nhttps://ada.example/"],
  ])("shared content has the link of %j once", async (fields, text) => {
    await share(fields as Record<string, string>);
    expect(await texts()).toEqual([{ title: "", text }]);
  });

  it("shared content keeps files with their names, types and bytes", async () => {
    const file = new File(["bytes"], "Résumé 最終.pdf", { type: "application/pdf" });
    await share({ title: "", files: [file, new File([], "")] });
    const stored = await listShared();
    expect(stored.flatMap(contentsOf)).toHaveLength(1);
    const [content] = stored.flatMap(contentsOf);
    if (!content || !("file" in content)) throw new Error("It is no file.");
    expect([content.file.name, content.file.type, await content.file.text()]).toEqual([
      "Résumé 最終.pdf",
      "application/pdf",
      "bytes",
    ]);
  });

  it("shared content of several apps is stored until each share is removed", async () => {
    await share({ text: "one" });
    await share({ text: "two" });
    const [one] = await listShared();
    await one?.items[0]?.forget();
    expect(await texts()).toEqual([{ title: "", text: "two" }]);
  });

  it("a share is not mixed with an earlier one, and comes first right after it was shared", async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    await share({ text: "one" });
    vi.setSystemTime(1_800_000_001_000);
    const id = outcomeOf(await share({ text: "two", files: [new File(["2"], "two.txt")] }));
    vi.useRealTimers();
    const text = (value: string) => ({ title: "", text: value });
    expect((await listShared()).map(contentsOf)).toEqual([
      [text("one")],
      [text("two"), { file: expect.anything() }],
    ]);
    expect((await listShared(id)).map(contentsOf)).toEqual([
      [text("two"), { file: expect.anything() }],
      [text("one")],
    ]);
  });

  it("shared content is not stored while nobody is signed in", async () => {
    await caches.delete(SHARED_CACHE);
    expect(outcomeOf(await share({ text: "one" }))).toBe("signed-out");
    expect(await caches.keys()).toEqual([]);
  });

  it.each([
    ["no origin", {}],
    ["the origin of a browser's own request", { origin: "null" }],
    ["the site's origin", { origin: ORIGIN }],
  ])("shared content is stored with %s", async (_, headers) => {
    await share({ text: "one" }, undefined, headers as Record<string, string>);
    expect(await texts()).toHaveLength(1);
  });

  it("shared content of another site's page is not stored", async () => {
    const answer = await share({ text: "one" }, undefined, { origin: "https://evil.example" });
    expect(outcomeOf(answer)).toBe("again");
    expect(await texts()).toEqual([]);
  });

  const file = (size: number) =>
    Object.defineProperty(new File(["x"], "x.bin"), "size", { value: size });
  const store = (...files: File[]) => {
    const form = new FormData();
    vi.spyOn(form, "getAll").mockReturnValue(files);
    return storeShared(caches.asCaches, "/", form);
  };

  it("shared content waits up to 100 MB, and a share beyond that is refused whole", async () => {
    expect(await store(file(MOST_SHARED_BYTES + 1))).toBe("full");
    expect(await store(file(MOST_SHARED_BYTES - 1))).toMatch(/^\d+-/);
    expect(await store(file(2))).toBe("full");
    expect(await Promise.all([store(file(1)), store(file(1))])).toEqual([
      expect.stringMatching(/^\d+-/),
      "full",
    ]);
    expect(await texts()).toHaveLength(2);
  });

  it("shared content waits up to 30 items, and a share beyond that is refused whole", async () => {
    const files = Array.from({ length: MOST_SHARED }, () => file(1));
    expect(await store(...files, file(1))).toBe("full");
    expect(await store(...files)).toMatch(/^\d+-/);
    expect(outcomeOf(await share({ text: "one" }))).toBe("full");
    expect(await texts()).toHaveLength(MOST_SHARED);
  });

  it("shared content is requested again when the browser cannot store all of it", async () => {
    const cache = await caches.open(SHARED_CACHE);
    const put = vi.fn(cache.put);
    put.mockImplementationOnce(cache.put);
    put.mockRejectedValueOnce(new DOMException("", "QuotaExceededError"));
    vi.spyOn(caches, "open").mockResolvedValue({ ...cache, put });
    const files = [new File(["2"], "two.txt")];
    expect(outcomeOf(await share({ text: "one", files }))).toBe("again");
    expect(put).toHaveBeenCalledTimes(2);
    expect(await texts()).toEqual([]);
  });

  it("content that an earlier version stored as shared is still read", async () => {
    const cache = await caches.open(SHARED_CACHE);
    await cache.put("/share-target/1f0c", Response.json({ title: "", text: "old" }));
    expect(await texts()).toEqual([{ title: "", text: "old" }]);
    expect(await store(file(1))).toMatch(/^\d+-/);
  });

  it("an empty share stores nothing", async () => {
    await storeShared(caches.asCaches, "/", new FormData());
    expect(await hasShared()).toBe(false);
  });

  it("shared content is not received for another origin or path", () => {
    expect(share({ text: "x" }, "https://evil.example/share-target")).toBeNull();
    expect(share({ text: "x" }, `${ORIGIN}/rest/v1/workspace_notes`)).toBeNull();
  });
});
