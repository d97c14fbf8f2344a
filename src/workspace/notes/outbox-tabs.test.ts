import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CONTENT_DEBOUNCE_MS } from "./note.ts";
import { openTab } from "./outbox.fixture.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("two tabs", () => {
  it("two tabs save different fields without a conflict", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "mine");
    backend.write("a", { title: "their title" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")).toMatchObject({ title: "their title", content: "mine" });
  });

  it("two tabs that change the same field report a conflict instead of overwriting", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "mine");
    backend.write("a", { content: "theirs" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.store.saveState("a")).toMatchObject({
      kind: "conflict",
      theirs: { content: "theirs" },
    });
    expect(backend.rows.get("a")?.content).toBe("theirs");
    expect(tab.drafts.get("a")?.patch.content).toBe("mine");
    expect(tab.store.undecided()).toEqual(["a"]);
  });

  it.each([
    ["mine", { a: "mine" }],
    ["theirs", { a: "theirs" }],
    ["both", { a: "theirs", copy: "mine" }],
  ] as const)(
    "a conflict between two tabs is resolved with the choice %s",
    async (choice, contents) => {
      const { backend, tab } = openTab();
      tab.type("a", "content", "mine");
      backend.write("a", { content: "theirs" });
      await vi.advanceTimersByTimeAsync(5_000);
      tab.resolve("a", choice, "copy");
      await vi.advanceTimersByTimeAsync(5_000);
      expect(
        Object.fromEntries([...backend.rows].map(([id, { content }]) => [id, content])),
      ).toEqual(contents);
      expect(tab.store.saveState()).toEqual({ kind: "saved" });
      expect(tab.drafts.size).toBe(0);
    },
  );

  it("two tabs report a conflict as soon as the other's change is received, not only on save", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "mine");
    tab.receive(backend.write("a", { content: "theirs" }));
    expect(tab.store.saveState("a").kind).toBe("conflict");
  });

  it("two tabs report no conflict if both typed the same text", () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "same");
    tab.receive(backend.write("a", { content: "same" }));
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
  });

  it("when both texts are kept, only the stored note keeps the reminder", async () => {
    const { backend, tab } = openTab();
    const remind_at = "2027-01-02T08:00:00.000Z";
    tab.receive(backend.write("a", { remind_at }));
    tab.type("a", "content", "mine");
    tab.receive(backend.write("a", { content: "theirs" }));
    tab.resolve("a", "both", "copy");
    await settle();
    expect(backend.rows.get("copy")).toMatchObject({ content: "mine", remind_at: null });
    expect(backend.rows.get("a")).toMatchObject({ content: "theirs", remind_at });
  });

  it("two tabs keep text typed into a note that was deleted in the meantime, and its reminder", async () => {
    const { backend, tab } = openTab();
    const remind_at = "2027-01-02T08:00:00.000Z";
    tab.receive(backend.write("a", { remind_at }));
    tab.type("a", "content", "mine");
    backend.rows.delete("a");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(tab.store.saveState("a")).toEqual({ kind: "gone" });
    expect(tab.drafts.get("a")?.patch.content).toBe("mine");
    tab.resolve("a", "both", "copy");
    await settle();
    expect(backend.rows.get("copy")).toMatchObject({ content: "mine", remind_at });
    expect(tab.drafts.size).toBe(0);
  });
});

describe("a hidden tab", () => {
  it("a hidden tab's last request that did arrive is not reported as a conflict", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "sent");
    for (const { id, patch } of tab.outbox.pendingDrafts()) backend.write(id, patch);
    tab.type("a", "content", "sent and more");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")?.content).toBe("sent and more");
  });
});

describe("a tab that died", () => {
  it("a closed tab leaves a draft that the next tab saves", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "typed last");
    tab.crash();
    const next = tab.reopen();
    await settle();
    expect(next.store.saveState("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")?.content).toBe("typed last");
    expect(next.drafts.size).toBe(0);
  });

  it("a closed tab's last request that did arrive is not reported as a conflict", async () => {
    const { backend, tab } = openTab();
    backend.loseResponses = 1;
    tab.type("a", "content", "sent");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    tab.type("a", "content", "sent and more");
    tab.crash();
    const next = tab.reopen();
    await settle();
    expect(next.store.saveState("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")?.content).toBe("sent and more");
  });

  it("a closed tab's draft is kept while the note is being edited in this tab", () => {
    const { tab } = openTab();
    tab.type("a", "content", "here");
    const draft = {
      id: "a",
      isNew: false,
      revision: 1,
      base: {},
      patch: { content: "x" },
      sent: {},
    };
    tab.left = [draft];
    tab.outbox.takeOver();
    expect(tab.left).toEqual([draft]);
    expect(tab.drafts.get("a")?.patch.content).toBe("here");
  });
});

const settle = () => vi.advanceTimersByTimeAsync(0);
