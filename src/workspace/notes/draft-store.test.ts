import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCopy } from "../shell/device-copy.ts";
import { openDraftStore } from "./draft-store.ts";
import { NotesStore } from "./notes-store.ts";
import { createOfflineCache } from "./offline-cache.ts";
import { FakeBackend } from "./outbox.fixture.ts";
import { Outbox } from "./outbox.ts";

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ["throws when it is opened", { open: throwing("SecurityError") }],
  ["is missing", undefined],
])("IndexedDB %s", (_, indexedDB) => {
  beforeEach(() => vi.stubGlobal("indexedDB", indexedDB));

  it("notes are sent without IndexedDB, and reported as not stored on the device", async () => {
    const backend = new FakeBackend();
    const store = new NotesStore();
    for (const row of backend.rows.values()) store.server.add(row);
    const drafts = openDraftStore("user", "tab");
    const outbox = new Outbox({ store, backend, drafts, broadcast: () => {} });
    outbox.takeOver();
    outbox.create("new", { title: "typed", content: "in private" });
    outbox.edit("a", { content: "changed" });
    // More drafts than are written at once.
    for (let n = 0; n < 20; n++) outbox.create(`n${n}`, { title: `${n}` });
    await outbox.flush();
    expect(store.unsavedIds()).toEqual([]);
    expect(backend.rows.get("new")).toMatchObject({ title: "typed", content: "in private" });
    expect(backend.rows.get("a")).toMatchObject({ content: "changed" });
    expect(backend.rows.size).toBe(22);
    expect(outbox.isPersistent()).toBe(false);
    expect(await outbox.countUnsent()).toBe(0);
    outbox.stop();
  });

  it("without IndexedDB the offline cache is empty and causes no errors", async () => {
    const cache = createOfflineCache(openCopy("user"));
    expect(await cache.read()).toBeNull();
    expect(await cache.search("word")).toEqual([]);
    const [row] = new FakeBackend().rows.values();
    await cache.replace(row ? [row] : [], 1);
    expect(row && (await cache.getFull(row))).toBeNull();
  });
});

function throwing(name: string) {
  return () => {
    throw new DOMException("The operation is insecure.", name);
  };
}
