import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { weighted } from "../../../tests/support/databases/weighted.ts";
import { BackendError } from "../../lib/errors.ts";
import { anyNote } from "./note.fixture.ts";
import { changedBy, isSameValue } from "./note.ts";
import { addChanges, emptyDraft, rebase } from "./note-draft.ts";
import { FakeBackend, FakeTab, openTab } from "./outbox.fixture.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const labels = (backend: FakeBackend) => [...(backend.rows.get("a")?.labels ?? [])].sort();

describe("labels in the outbox", () => {
  it("labels in the outbox are equal in any order", () => {
    expect(isSameValue(["a", "b"], ["b", "a"])).toBe(true);
    expect(isSameValue(["a", "b"], ["a"])).toBe(false);
    expect(isSameValue([], undefined)).toBe(false);
    expect(changedBy({ labels: ["b", "a"] }, { labels: ["a", "b"] })).toEqual({});
  });

  it("labels in the outbox are sent once and then saved", async () => {
    const { backend, tab } = openTab();
    tab.label("a", "Work", true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.requests.map(({ patch }) => patch)).toEqual([{ labels: ["Work"] }]);
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
    expect(tab.drafts.size).toBe(0);
  });

  it("the outbox does not send labels that were removed before they were sent", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "title", "typed");
    backend.offline = true;
    tab.type("a", "title", "old title");
    expect(tab.store.unsavedIds()).toEqual([]);
    const draft = addChanges(emptyDraft("a", 1), { labels: ["Work"] }, anyNote("a"));
    const back = addChanges(draft, { labels: [] }, anyNote("a"));
    expect(rebase(back, anyNote("a")).patch).toEqual({});
  });

  it("labels in the outbox of two devices are merged one by one", async () => {
    const { backend, tab } = openTab();
    backend.write("a", { labels: ["both", "mine", "theirs"] });
    tab.receive(backend.rows.get("a") ?? anyNote("a"));
    backend.offline = true;
    tab.label("a", "mine", false);
    tab.label("a", "added here", true);
    await vi.advanceTimersByTimeAsync(60_000);
    backend.write("a", { labels: ["both", "mine", "added there"] });
    backend.offline = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(labels(backend)).toEqual(["added here", "added there", "both"]);
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
  });

  it("a label that is removed after the response to its addition was lost does not come back", async () => {
    const { backend, tab } = openTab();
    backend.loseResponses = 1;
    tab.label("a", "Work", true);
    await vi.advanceTimersByTimeAsync(1);
    expect(labels(backend)).toEqual(["Work"]);
    backend.write("a", { labels: ["Work", "Home"] });
    tab.label("a", "Work", false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(labels(backend)).toEqual(["Home"]);
  });

  it("labels in the outbox do not come back once another device has removed them after they were saved", () => {
    const first = addChanges(emptyDraft("a", 1), { labels: ["Work"] }, anyNote("a"));
    // A second change while the first is being saved.
    const both = addChanges(first, { labels: ["Work", "Home"] }, anyNote("a"));
    const saved = rebase(both, anyNote("a", { labels: ["Work"], revision: 2 }));
    expect(saved.patch).toEqual({ labels: ["Work", "Home"] });
    const removed = rebase(saved, anyNote("a", { labels: [], revision: 3 }));
    expect(removed.patch).toEqual({ labels: ["Home"] });
  });

  it("labels in the outbox changed while a text conflicts are kept with either text", async () => {
    const { backend, tab } = openTab();
    backend.offline = true;
    tab.type("a", "content", "mine");
    tab.label("a", "Work", true);
    await vi.advanceTimersByTimeAsync(60_000);
    backend.write("a", { content: "theirs", labels: ["Home"] });
    backend.offline = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.store.saveState("a").kind).toBe("conflict");
    tab.resolve("a", "theirs", "copy");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.rows.get("a")?.content).toBe("theirs");
    expect(labels(backend)).toEqual(["Home", "Work"]);
  });

  it("the copy that keeps both texts of a conflict has the labels in the outbox", async () => {
    const { backend, tab } = openTab();
    backend.offline = true;
    tab.label("a", "Work", true);
    tab.type("a", "content", "mine");
    await vi.advanceTimersByTimeAsync(60_000);
    backend.write("a", { content: "theirs" });
    backend.offline = false;
    await vi.advanceTimersByTimeAsync(60_000);
    tab.resolve("a", "both", "copy");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.rows.get("copy")?.labels).toEqual(["Work"]);
  });

  it("too many labels in the outbox are refused until some are removed", async () => {
    const { backend, tab } = openTab();
    backend.refuse = new BackendError('violates "workspace_notes_labels_check"', {
      status: 400,
      code: "23514",
    });
    tab.label("a", "Work", true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.store.saveState("a")).toMatchObject({
      kind: "refused",
      message: expect.stringContaining("50 labels"),
    });
    backend.refuse = null;
    tab.label("a", "Work", false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
  });
});

describe("any order of label changes in two tabs", () => {
  const tab = fc.nat(1);
  const act = fc.oneof(
    weighted(6, { do: fc.constant("add"), tab }),
    weighted(4, { do: fc.constant("take"), tab, index: fc.nat(5) }),
    weighted(6, { do: fc.constant("wait"), ms: fc.integer({ min: 1, max: 4_000 }) }),
    weighted(2, { do: fc.constant("offline"), on: fc.boolean() }),
    weighted(2, { do: fc.constant("slow"), ms: fc.integer({ min: 0, max: 3_000 }) }),
    weighted(1, { do: fc.constant("lose") }),
    weighted(4, { do: fc.constantFrom("receive", "pin"), tab }),
    weighted(1, { do: fc.constant("crash"), tab }),
  );

  it("any order of label changes in two tabs keeps each label that nobody removed, and no removed one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 60 }), async (acts) => {
        const backend = new FakeBackend();
        const tabs = [new FakeTab(backend), new FakeTab(backend)];
        const added: string[] = [];
        const removed = new Set<string>();
        for (const one of acts) {
          const which = "tab" in one ? one.tab : 0;
          const tab = tabs[which] as FakeTab;
          const row = backend.rows.get("a") ?? anyNote("a");
          if (one.do === "add") {
            const label = `l${added.length}`;
            added.push(label);
            tab.label("a", label, true);
          } else if (one.do === "take") {
            const label = tab.shown("a").labels[one.index];
            if (label) removed.add(label);
            if (label) tab.label("a", label, false);
          } else if (one.do === "pin")
            tab.outbox.edit("a", { is_pinned: !tab.shown("a").is_pinned });
          else if (one.do === "wait") await vi.advanceTimersByTimeAsync(one.ms);
          else if (one.do === "offline") backend.offline = one.on;
          else if (one.do === "lose") backend.loseResponses += 1;
          else if (one.do === "slow") backend.delayMs = one.ms;
          else if (one.do === "receive") tab.receive(row);
          else if (one.do === "crash") {
            tab.crash();
            tabs[which] = tab.reopen();
          }
        }
        Object.assign(backend, { offline: false, loseResponses: 0, delayMs: 0 });
        for (let round = 0; round < 6; round += 1) await vi.advanceTimersByTimeAsync(60_000);
        for (const tab of tabs) expect(tab.store.unsavedIds()).toEqual([]);
        const stored = labels(backend);
        expect(stored).toEqual([...new Set(stored)]);
        expect(stored).toEqual(expect.arrayContaining(added.filter((one) => !removed.has(one))));
        // After a lost response, it is unknown whether the request was stored; then an addition is
        // repeated.
        if (acts.some((one) => one.do === "lose" || one.do === "crash")) return;
        expect(stored.filter((label) => removed.has(label))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
