import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BackendError } from "../../lib/errors.ts";
import { openTab } from "./outbox.fixture.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(60_000);

describe("deleting a note", () => {
  it("deleting a note moves it to the trash, including the latest edits", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "typed last");
    tab.outbox.remove("a");
    expect(tab.store.removal("a")).toBe("wanted");
    await settle();
    expect(backend.rows.size).toBe(0);
    expect(backend.trash.get("a")?.content).toBe("typed last");
    expect(tab.removed).toEqual(["a"]);
    expect(tab.drafts.size).toBe(0);
  });

  it("deleting a note waits for the network, also in the next tab", async () => {
    const { backend, tab } = openTab();
    backend.offline = true;
    tab.outbox.remove("a");
    await settle();
    expect(tab.store.saveState()).toEqual({ kind: "offline" });
    tab.crash();
    const next = tab.reopen();
    expect(next.store.removal("a")).toBe("wanted");
    backend.offline = false;
    await settle();
    expect(backend.trash.has("a")).toBe(true);
    expect(next.removed).toEqual(["a"]);
    expect(next.drafts.size).toBe(0);
  });

  it("deleting a note that was created offline stores it first", async () => {
    const { backend, tab } = openTab();
    backend.offline = true;
    tab.outbox.create("new", { title: "short-lived", content: "" });
    tab.outbox.remove("new");
    backend.offline = false;
    await settle();
    expect(backend.rows.has("new")).toBe(false);
    expect(backend.trash.get("new")?.title).toBe("short-lived");
  });

  it("deleting a note sends nothing for a new note that the backend refused", async () => {
    const { backend, tab } = openTab();
    backend.refuse = new BackendError("no", { status: 400, code: "23514" });
    tab.outbox.create("new", { title: "", content: "long" });
    await settle();
    backend.refuse = null;
    tab.outbox.remove("new");
    await settle();
    expect(backend.attempts).toBe(1);
    expect(tab.drafts.size).toBe(0);
  });

  it("deleting a note succeeds when the response was lost, or the note was deleted in the meantime", async () => {
    const { backend, tab } = openTab();
    backend.loseResponses = 1;
    tab.outbox.remove("a");
    await settle();
    expect(tab.removed).toEqual(["a"]);
    expect(tab.failures).toEqual([]);
    expect(tab.drafts.size).toBe(0);
  });

  it("deleting a note recognizes its own save whose response was lost", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "typed last");
    backend.loseResponses = 1;
    tab.outbox.remove("a");
    await settle();
    expect(backend.trash.get("a")?.content).toBe("typed last");
    expect(tab.failures).toEqual([]);
  });

  it.each(["", "typed here"])(
    "deleting a note keeps a note that was changed in the meantime (%s)",
    async (typed) => {
      const { backend, tab } = openTab();
      if (typed) tab.type("a", "title", typed);
      backend.write("a", { content: "theirs" });
      tab.outbox.remove("a");
      await settle();
      expect(backend.rows.get("a")?.content).toBe("theirs");
      expect(tab.failures).toEqual([expect.stringMatching(/changed in the meantime/)]);
      expect(tab.store.removal("a")).not.toBe("wanted");
      expect(tab.drafts.size).toBe(0);
    },
  );

  it("deleting a note is canceled when the backend refuses, and reports why", async () => {
    const { backend, tab } = openTab();
    backend.refuse = new BackendError("The disk is full.", { status: 500 });
    tab.outbox.remove("a");
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.failures).toEqual(["The disk is full."]);
    expect(tab.store.removal("a")).not.toBe("wanted");
    expect(tab.drafts.size).toBe(0);
  });

  it.each([
    ["an ended session", 401, ""],
    ["a database that was away", 503, "PGRST001"],
  ])("deleting a note resumes after %s", async (_, status, code) => {
    const { backend, tab } = openTab();
    backend.refuse = new BackendError("not now", { status, code });
    tab.outbox.remove("a");
    await vi.advanceTimersByTimeAsync(0);
    backend.refuse = null;
    await settle();
    expect(tab.removed).toEqual(["a"]);
  });
});

describe("undoing a deletion", () => {
  it("undoing a deletion sends nothing when the deletion was not sent", async () => {
    const { backend, tab } = openTab();
    backend.offline = true;
    tab.type("a", "content", "typed last");
    tab.outbox.remove("a");
    await settle();
    tab.outbox.restore("a");
    expect(tab.store.removal("a")).not.toBe("wanted");
    backend.offline = false;
    await settle();
    expect(backend.rows.get("a")).toMatchObject({ content: "typed last", revision: 2 });
  });

  it.each([
    ["has arrived", 0],
    ["has perhaps arrived", 1],
  ])("undoing a deletion restores the note when the deletion %s", async (_when, loseResponses) => {
    const { backend, tab } = openTab();
    backend.loseResponses = loseResponses;
    tab.outbox.remove("a");
    await vi.advanceTimersByTimeAsync(0);
    tab.outbox.restore("a");
    await settle();
    expect(backend.rows.get("a")).toMatchObject({ content: "old", revision: 2 });
    expect(backend.trash.size).toBe(0);
    expect(tab.drafts.size).toBe(0);
  });

  it("undoing a deletion waits for the network", async () => {
    const { backend, tab } = openTab();
    tab.outbox.remove("a");
    await settle();
    backend.offline = true;
    tab.outbox.restore("a");
    await settle();
    expect(backend.rows.size).toBe(0);
    backend.offline = false;
    await settle();
    expect(backend.rows.has("a")).toBe(true);
  });

  it("undoing a deletion can itself be undone while in flight", async () => {
    const { backend, tab } = openTab();
    tab.outbox.remove("a");
    await settle();
    backend.delayMs = 500;
    tab.outbox.restore("a");
    await vi.advanceTimersByTimeAsync(100);
    tab.outbox.remove("a");
    await settle();
    expect(backend.rows.has("a")).toBe(false);
    expect(backend.trash.has("a")).toBe(true);
    expect(tab.drafts.size).toBe(0);
  });

  it("undoing a deletion reports when the note is no longer in the trash", async () => {
    const { backend, tab } = openTab();
    tab.outbox.remove("a");
    await settle();
    backend.trash.clear();
    tab.outbox.restore("a");
    await settle();
    expect(tab.failures).toEqual([expect.stringMatching(/no longer in the trash/)]);
    expect(tab.drafts.size).toBe(0);
  });
});
