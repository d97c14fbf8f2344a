import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BackendError } from "../../lib/errors.ts";
import { CONTENT_DEBOUNCE_MS, type Note, TITLE_DEBOUNCE_MS } from "./note.ts";
import { FakeNotes, FakeTab } from "./save-queue.fixture.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("saving", () => {
  it("waits for a pause, merges what was typed and names the revision it started from", async () => {
    const { backend, tab } = open();
    tab.type("a", "title", "Tit");
    await vi.advanceTimersByTimeAsync(TITLE_DEBOUNCE_MS - 1);
    tab.type("a", "title", "Title");
    await vi.advanceTimersByTimeAsync(TITLE_DEBOUNCE_MS - 1);
    expect(backend.requests).toEqual([]);
    expect(tab.queue.stateOf("a")).toEqual({ kind: "saving" });
    await vi.advanceTimersByTimeAsync(1);
    expect(backend.requests).toEqual([{ id: "a", revision: 1, patch: { title: "Title" } }]);
    expect(backend.rows.get("a")).toMatchObject({ title: "Title", revision: 2 });
    expect(tab.queue.stateOf("a")).toEqual({ kind: "saved" });
    expect(tab.drafts.size).toBe(0);
  });

  it("keeps every keystroke on the device before anything is sent", () => {
    const { tab } = open();
    tab.type("a", "content", "<p>h</p>");
    expect(tab.drafts.get("a")?.patch).toEqual({ content: "<p>h</p>" });
    tab.type("a", "content", "<p>hi</p>");
    expect(tab.drafts.get("a")?.patch).toEqual({ content: "<p>hi</p>" });
  });

  it("sends a colour at once and takes along what waits", async () => {
    const { backend, tab } = open();
    tab.type("a", "content", "new");
    tab.change("a", { color: "#452121" });
    await settle();
    expect(backend.requests).toEqual([
      { id: "a", revision: 1, patch: { content: "new", color: "#452121" } },
    ]);
  });

  it("has one request per note on its way and saves again what was typed meanwhile", async () => {
    const { backend, tab } = open();
    backend.delayMs = 5_000;
    tab.type("a", "content", "one");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    tab.type("a", "content", "two");
    tab.change("a", { is_pinned: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(backend.requests).toHaveLength(1);
    expect(tab.drafts.get("a")?.patch).toEqual({ content: "two", is_pinned: true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(backend.requests.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(backend.rows.get("a")).toMatchObject({ content: "two", is_pinned: true, revision: 3 });
    expect(backend.mostAtOnce).toBe(1);
  });

  it("sends nothing for what was changed back", async () => {
    const { backend, tab } = open();
    tab.type("a", "title", "x");
    tab.type("a", "title", "old title");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(backend.requests).toEqual([]);
    expect(tab.drafts.size).toBe(0);
  });

  it("flushes at once and says when it is done", async () => {
    const { backend, tab } = open();
    tab.type("a", "content", "now");
    await tab.queue.flush();
    expect(backend.rows.get("a")?.content).toBe("now");
  });

  it("creates a note once, however often the answer is lost", async () => {
    const { backend, tab } = open();
    backend.loseAnswers = 3;
    tab.queue.create("new", { title: "t", content: "c" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.rows.get("new")).toMatchObject({ title: "t", content: "c", revision: 1 });
    expect(tab.queue.stateOf("new")).toEqual({ kind: "saved" });
  });
});

describe("when the backend does not answer", () => {
  it("says so, tries again later and later, and saves once it does", async () => {
    const { backend, tab } = open();
    backend.offline = true;
    tab.type("a", "content", "kept");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    expect(tab.queue.stateOf("a")).toEqual({ kind: "offline" });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(backend.attempts).toBeGreaterThan(5);
    expect(backend.attempts).toBeLessThan(14);
    expect(tab.drafts.get("a")?.patch).toEqual({ content: "kept" });
    backend.offline = false;
    await tab.queue.flush();
    expect(backend.rows.get("a")?.content).toBe("kept");
    expect(tab.queue.overallState()).toEqual({ kind: "saved" });
  });

  it("recognises its own earlier text when only the answer was lost", async () => {
    const { backend, tab } = open();
    backend.loseAnswers = 1;
    tab.type("a", "content", "first");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    tab.type("a", "content", "first and more");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tab.queue.stateOf("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")?.content).toBe("first and more");
  });

  it("keeps a text the backend refuses, and says why", async () => {
    const { backend, tab } = open();
    backend.refuse = new BackendError("no", { status: 400, code: "23514" });
    tab.type("a", "content", "long");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(backend.attempts).toBe(1);
    expect(tab.queue.stateOf("a")).toMatchObject({ kind: "refused" });
    expect(tab.drafts.has("a")).toBe(true);
    backend.refuse = null;
    tab.type("a", "content", "short");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    expect(backend.rows.get("a")?.content).toBe("short");
  });

  it("takes a session that ended for no reason to give anything up", async () => {
    const { backend, tab } = open();
    backend.refuse = new BackendError("ended", { status: 401 });
    tab.type("a", "content", "kept");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.queue.stateOf("a")).toEqual({ kind: "offline" });
    expect(tab.drafts.has("a")).toBe(true);
  });
});

describe("two tabs", () => {
  it("saves different fields of both without a question", async () => {
    const { backend, tab } = open();
    tab.type("a", "content", "mine");
    backend.write("a", { title: "their title" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(tab.queue.stateOf("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")).toMatchObject({ title: "their title", content: "mine" });
  });

  it("never writes over the same field: it asks", async () => {
    const { backend, tab } = open();
    tab.type("a", "content", "mine");
    backend.write("a", { content: "theirs" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.queue.stateOf("a")).toMatchObject({
      kind: "conflict",
      theirs: { content: "theirs" },
    });
    expect(backend.rows.get("a")?.content).toBe("theirs");
    expect(tab.drafts.get("a")?.patch.content).toBe("mine");
    expect(tab.queue.undecided()).toEqual(["a"]);
  });

  it.each([
    ["mine", { a: "mine" }],
    ["theirs", { a: "theirs" }],
    ["both", { a: "theirs", copy: "mine" }],
  ] as const)("keeps %s when told so", async (choice, contents) => {
    const { backend, tab } = open();
    tab.type("a", "content", "mine");
    backend.write("a", { content: "theirs" });
    await vi.advanceTimersByTimeAsync(5_000);
    tab.resolve("a", choice, "copy");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(Object.fromEntries([...backend.rows].map(([id, { content }]) => [id, content]))).toEqual(
      contents,
    );
    expect(tab.queue.overallState()).toEqual({ kind: "saved" });
    expect(tab.drafts.size).toBe(0);
  });

  it("asks as soon as it hears of the other's change, not only when it saves", async () => {
    const { backend, tab } = open();
    tab.type("a", "content", "mine");
    tab.hear(backend.write("a", { content: "theirs" }));
    expect(tab.queue.stateOf("a").kind).toBe("conflict");
  });

  it("keeps the words typed into a note that was deleted elsewhere", async () => {
    const { backend, tab } = open();
    tab.type("a", "content", "mine");
    backend.rows.delete("a");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(tab.queue.stateOf("a")).toEqual({ kind: "gone" });
    expect(tab.drafts.get("a")?.patch.content).toBe("mine");
    tab.resolve("a", "both", "copy");
    await settle();
    expect(backend.rows.get("copy")?.content).toBe("mine");
    expect(tab.drafts.size).toBe(0);
  });
});

describe("a tab that died", () => {
  it("leaves a draft that is saved by the next one", async () => {
    const { backend, tab } = open();
    tab.type("a", "content", "last words");
    tab.crash();
    const next = tab.reopen();
    await settle();
    expect(next.queue.stateOf("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")?.content).toBe("last words");
    expect(next.drafts.size).toBe(0);
  });

  it("is not mistaken for somebody else when its last request did arrive", async () => {
    const { backend, tab } = open();
    backend.loseAnswers = 1;
    tab.type("a", "content", "sent");
    await vi.advanceTimersByTimeAsync(CONTENT_DEBOUNCE_MS);
    tab.type("a", "content", "sent and more");
    tab.crash();
    const next = tab.reopen();
    await settle();
    expect(next.queue.stateOf("a")).toEqual({ kind: "saved" });
    expect(backend.rows.get("a")?.content).toBe("sent and more");
  });

  it("gives its draft back when the note is being changed here", () => {
    const { tab } = open();
    tab.type("a", "content", "here");
    const draft = {
      id: "a",
      isNew: false,
      revision: 1,
      base: {},
      patch: { content: "x" },
      sent: {},
    };
    expect(tab.queue.restore(draft)).toBe(false);
    expect(tab.drafts.get("a")?.patch.content).toBe("here");
  });
});

describe("any order of events in two tabs", () => {
  const act = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant("type" as const),
        tab: fc.nat(1),
        field: fc.constantFrom("title" as const, "content" as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("pin" as const), tab: fc.nat(1) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant("wait" as const),
        ms: fc.integer({ min: 1, max: 4_000 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("offline" as const), on: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("lose" as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("slow" as const),
        ms: fc.integer({ min: 0, max: 3_000 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("crash" as const), tab: fc.nat(1) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("hear" as const), tab: fc.nat(1) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("resolve" as const), tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("flush" as const), tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("create" as const), tab: fc.nat(1) }) },
  );

  it("loses no word and overwrites none in silence", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 60 }), async (acts) => {
        const backend = new FakeNotes();
        const tabs = [new FakeTab(backend), new FakeTab(backend)];
        const words: string[] = [];
        let copies = 0;
        for (const one of acts) {
          const which = "tab" in one ? one.tab : 0;
          const tab = tabs[which] as FakeTab;
          if (one.do === "type") {
            const word = `w${words.length}.`;
            words.push(word);
            tab.type("a", one.field, tab.shown("a")[one.field] + word);
          } else if (one.do === "pin") tab.change("a", { is_pinned: !tab.shown("a").is_pinned });
          else if (one.do === "wait") await vi.advanceTimersByTimeAsync(one.ms);
          else if (one.do === "offline") backend.offline = one.on;
          else if (one.do === "lose") backend.loseAnswers += 1;
          else if (one.do === "slow") backend.delayMs = one.ms;
          else if (one.do === "hear") tab.hear(backend.rows.get("a") as Note);
          else if (one.do === "flush") void tab.queue.flush();
          else if (one.do === "create") {
            const word = `w${words.length}.`;
            words.push(word);
            tab.queue.create(`new${words.length}`, { title: word, content: "" });
          } else if (one.do === "crash") {
            tab.crash();
            tabs[which] = tab.reopen();
          } else if (one.do === "resolve") {
            copies += 1;
            tab.resolve("a", "both", `copy${copies}`);
          }
        }
        backend.offline = false;
        backend.loseAnswers = 0;
        backend.delayMs = 0;
        for (let round = 0; round < 12; round += 1) {
          await vi.advanceTimersByTimeAsync(60_000);
          for (const tab of tabs) {
            for (const id of tab.queue.undecided()) {
              copies += 1;
              tab.resolve(id, "both", `copy${copies}`);
            }
          }
        }
        for (const tab of tabs) {
          expect(tab.queue.all()).toEqual([]);
          expect(tab.drafts.size).toBe(0);
        }
        const stored = [...backend.rows.values()].map(({ title, content }) => title + content);
        for (const word of words) expect(stored.join(" ")).toContain(word);
      }),
      { numRuns: 500 },
    );
  });
});

function open() {
  const backend = new FakeNotes();
  return { backend, tab: new FakeTab(backend) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
