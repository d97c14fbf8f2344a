import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BackendError } from "../../lib/errors.ts";
import { CONTENT_DEBOUNCE_MS, TITLE_DEBOUNCE_MS } from "./note.ts";
import { openTab } from "./outbox.fixture.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("saving", () => {
  it("saving waits for the debounce, merges edits and sends the base revision", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "title", "Tit");
    await vi.advanceTimersByTimeAsync(TITLE_DEBOUNCE_MS - 1);
    tab.type("a", "title", "Title");
    await vi.advanceTimersByTimeAsync(TITLE_DEBOUNCE_MS - 1);
    expect(backend.requests).toEqual([]);
    expect(tab.store.saveState("a")).toEqual({ kind: "saving" });
    await vi.advanceTimersByTimeAsync(1);
    expect(backend.requests).toEqual([{ id: "a", revision: 1, patch: { title: "Title" } }]);
    expect(backend.rows.get("a")).toMatchObject({ title: "Title", revision: 2 });
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
    expect(tab.drafts.size).toBe(0);
  });

  it("the outbox stores every keystroke on the device before anything is sent", () => {
    const { tab } = openTab();
    tab.type("a", "content", "<p>h</p>");
    expect(tab.drafts.get("a")?.patch).toEqual({ content: "<p>h</p>" });
    tab.type("a", "content", "<p>hi</p>");
    expect(tab.drafts.get("a")?.patch).toEqual({ content: "<p>hi</p>" });
  });

  it("the outbox sends a color at once, including debounced changes", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "new");
    tab.outbox.edit("a", { color: "#452121" });
    await vi.advanceTimersByTimeAsync(0);
    expect(backend.requests).toEqual([
      { id: "a", revision: 1, patch: { content: "new", color: "#452121" } },
    ]);
  });

  it("the outbox sends a reminder once, and the last reminder set on any device counts", async () => {
    const { backend, tab } = openTab();
    const [mine, theirs] = ["2027-01-02T08:00:00.000Z", "2027-01-03T08:00:00.000Z"];
    tab.outbox.edit("a", { remind_at: mine });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.requests.map(({ patch }) => patch)).toEqual([{ remind_at: mine }]);
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
    backend.offline = true;
    tab.outbox.edit("a", { remind_at: null });
    backend.write("a", { remind_at: theirs, title: "renamed there" });
    backend.offline = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.rows.get("a")).toMatchObject({ remind_at: null, title: "renamed there" });
  });

  it("saving has one request per note in flight and then saves what was typed meanwhile", async () => {
    const { backend, tab } = openTab();
    backend.delayMs = 5_000;
    tab.type("a", "content", "one");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    tab.type("a", "content", "two");
    tab.outbox.edit("a", { is_pinned: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(backend.requests).toHaveLength(1);
    expect(tab.drafts.get("a")?.patch).toEqual({ content: "two", is_pinned: true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(backend.requests.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(backend.rows.get("a")).toMatchObject({ content: "two", is_pinned: true, revision: 3 });
    expect(backend.maxConcurrent).toBe(1);
  });

  it("the outbox sends nothing for a change that was reverted", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "title", "x");
    tab.type("a", "title", "old title");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(backend.requests).toEqual([]);
    expect(tab.drafts.size).toBe(0);
  });

  it("flushing the outbox sends immediately and resolves when done", async () => {
    const { backend, tab } = openTab();
    tab.type("a", "content", "now");
    await tab.outbox.flush();
    expect(backend.rows.get("a")?.content).toBe("now");
  });

  it("the outbox creates a note once, however often the response is lost", async () => {
    const { backend, tab } = openTab();
    backend.loseResponses = 3;
    tab.outbox.create("new", { title: "t", content: "c" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.rows.get("new")).toMatchObject({ title: "t", content: "c", revision: 1 });
    expect(tab.store.saveState("new")).toEqual({ kind: "saved" });
  });
});

describe("when the backend does not respond", () => {
  it("the outbox reports a backend that does not respond, retries with growing delays, and saves once it responds", async () => {
    const { backend, tab } = openTab();
    backend.offline = true;
    tab.type("a", "content", "kept");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    expect(tab.store.saveState("a")).toEqual({ kind: "offline" });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(backend.attempts).toBeGreaterThan(5);
    expect(backend.attempts).toBeLessThan(14);
    expect(tab.drafts.get("a")?.patch).toEqual({ content: "kept" });
    backend.offline = false;
    await tab.outbox.flush();
    expect(backend.rows.get("a")?.content).toBe("kept");
    expect(tab.store.saveState()).toEqual({ kind: "saved" });
  });

  it("the outbox recognizes its own earlier text when only the response was lost", async () => {
    const { backend, tab } = openTab();
    backend.loseResponses = 1;
    tab.type("a", "content", "first");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    tab.type("a", "content", "first and more");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tab.store.saveState("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")?.content).toBe("first and more");
  });

  it("the outbox keeps a text that the backend refuses, and reports why", async () => {
    const { backend, tab } = openTab();
    backend.refuse = new BackendError("no", { status: 400, code: "23514" });
    tab.type("a", "content", "long");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.attempts).toBe(1);
    expect(tab.store.saveState("a")).toMatchObject({ kind: "refused" });
    expect(tab.drafts.has("a")).toBe(true);
    backend.refuse = null;
    tab.type("a", "content", "short");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    expect(backend.rows.get("a")?.content).toBe("short");
  });

  it.each([
    ["the database is unavailable", 503, "PGRST001"],
    ["the API has not read the schema yet", 404, "PGRST205"],
    ["the API does not know a function yet", 404, "PGRST202"],
    ["the API does not know a column yet", 400, "PGRST204"],
  ])("the outbox sends a text again when %s", async (_, status, code) => {
    const { backend, tab } = openTab();
    backend.refuse = new BackendError("away", { status, code });
    tab.type("a", "content", "kept");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.store.saveState("a")).toEqual({ kind: "offline" });
    backend.refuse = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.rows.get("a")?.content).toBe("kept");
    expect(tab.drafts.size).toBe(0);
  });

  it("the outbox discards no text when the session has ended", async () => {
    const { backend, tab } = openTab();
    backend.refuse = new BackendError("ended", { status: 401 });
    tab.type("a", "content", "kept");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.store.saveState("a")).toEqual({ kind: "offline" });
    expect(tab.drafts.has("a")).toBe(true);
  });
});
