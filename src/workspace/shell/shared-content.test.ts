import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { build, FakeCaches, ORIGIN } from "../offline/offline.fixture.ts";
import { type FetchEvent, respond } from "../offline/respond.ts";
import { hasShared, listShared, storeShared } from "./shared-content.ts";

let caches: FakeCaches;

beforeEach(() => {
  caches = new FakeCaches();
  vi.stubGlobal("caches", caches.asCaches);
  vi.stubGlobal("window", { caches });
});
afterEach(() => vi.unstubAllGlobals());

/** As the browser sends what another app shares. */
function share(fields: Record<string, string | File[]>, address = `${ORIGIN}/share-target`) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") body.append(name, value);
    else for (const file of value) body.append(name, file);
  }
  const request = new Request(address, { method: "POST", body });
  const deps = { build, caches: caches.asCaches, origin: ORIGIN, fetch: vi.fn() };
  return respond({ request } as unknown as FetchEvent, deps);
}

const texts = async () => (await listShared()).map(({ content }) => content);

describe("what another app shares", () => {
  it("is stored by the worker, which opens the notes", async () => {
    expect(await hasShared()).toBe(false);
    const answer = await share({ title: "Wandern", text: "See https://ada.example/", url: "" });
    expect([answer?.status, answer?.headers.get("location")]).toEqual([
      303,
      `${ORIGIN}/#/workspace/notes?shared`,
    ]);
    expect(await hasShared()).toBe(true);
    expect(await texts()).toEqual([{ title: "Wandern", text: "See https://ada.example/" }]);
  });

  it.each([
    [{ url: "https://ada.example/" }, "https://ada.example/"],
    [{ text: "https://ada.example/", url: "https://ada.example/" }, "https://ada.example/"],
    [{ text: "Look:", url: "https://ada.example/" }, "Look:\nhttps://ada.example/"],
  ])("keeps the link of %j once", async (fields, text) => {
    await share(fields as Record<string, string>);
    expect(await texts()).toEqual([{ title: "", text }]);
  });

  it("keeps files with their names, types and bytes", async () => {
    const file = new File(["bytes"], "Résumé 最終.pdf", { type: "application/pdf" });
    await share({ title: "", files: [file, new File([], "")] });
    const items = await listShared();
    expect(items).toHaveLength(1);
    const [{ content }] = items as [(typeof items)[number]];
    if (!("file" in content)) throw new Error("It is no file.");
    expect([content.file.name, content.file.type, await content.file.text()]).toEqual([
      "Résumé 最終.pdf",
      "application/pdf",
      "bytes",
    ]);
  });

  it("of several apps is all kept until it is forgotten", async () => {
    await share({ text: "one" });
    await share({ text: "two" });
    const [one] = await listShared();
    await one?.forget();
    expect(await texts()).toEqual([{ title: "", text: "two" }]);
  });

  it("is nothing when the share is empty", async () => {
    await storeShared(caches.asCaches, "/", new FormData());
    expect(await hasShared()).toBe(false);
  });

  it("is not received for another origin or path", () => {
    expect(share({ text: "x" }, "https://evil.example/share-target")).toBeNull();
    expect(share({ text: "x" }, `${ORIGIN}/rest/v1/workspace_notes`)).toBeNull();
  });
});
