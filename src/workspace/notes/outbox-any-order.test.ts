import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { weighted } from "../../../tests/support/databases/weighted.ts";
import { FakeBackend, FakeTab } from "./outbox.fixture.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("any order of events in two tabs", () => {
  const tab = fc.nat(1);
  const act = fc.oneof(
    weighted(8, { do: fc.constant("type"), tab, field: fc.constantFrom("title", "content") }),
    weighted(8, { do: fc.constant("wait"), ms: fc.integer({ min: 1, max: 4_000 }) }),
    weighted(2, { do: fc.constant("offline"), on: fc.boolean() }),
    weighted(2, { do: fc.constant("slow"), ms: fc.integer({ min: 0, max: 3_000 }) }),
    weighted(2, { do: fc.constant("lose") }),
    weighted(6, { do: fc.constantFrom("receive", "resolve"), tab }),
    weighted(4, { do: fc.constantFrom("pin", "crash"), tab }),
    weighted(4, { do: fc.constantFrom("flush", "create", "remove", "restore"), tab }),
  );

  it("any order of events in two tabs loses no word and overwrites none silently", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 60 }), async (acts) => {
        const backend = new FakeBackend();
        const tabs = [new FakeTab(backend), new FakeTab(backend)];
        const words: string[] = [];
        let copies = 0;
        for (const one of acts) {
          const which = "tab" in one ? one.tab : 0;
          const tab = tabs[which] as FakeTab;
          if (one.do === "type" && tab.isShown("a")) {
            const word = `w${words.length}.`;
            words.push(word);
            tab.type("a", one.field, tab.shown("a")[one.field] + word);
          } else if (one.do === "pin" && tab.isShown("a"))
            tab.outbox.edit("a", { is_pinned: !tab.shown("a").is_pinned });
          else if (one.do === "wait") await vi.advanceTimersByTimeAsync(one.ms);
          else if (one.do === "offline") backend.offline = one.on;
          else if (one.do === "lose") backend.loseResponses += 1;
          else if (one.do === "slow") backend.delayMs = one.ms;
          else if (one.do === "receive") {
            const row = backend.rows.get("a");
            if (row) tab.receive(row);
          } else if (one.do === "remove") {
            // As on the screen, conflicts are resolved first.
            tab.resolve("a", "both", `copy${++copies}`);
            tab.outbox.remove("a");
          } else if (one.do === "restore") tab.outbox.restore("a");
          else if (one.do === "flush") void tab.outbox.flush();
          else if (one.do === "create") {
            const word = `w${words.length}.`;
            words.push(word);
            tab.outbox.create(`new${words.length}`, { title: word, content: "" });
          } else if (one.do === "crash") {
            tab.crash();
            tabs[which] = tab.reopen();
          } else if (one.do === "resolve") {
            copies += 1;
            tab.resolve("a", "both", `copy${copies}`);
          }
        }
        backend.offline = false;
        backend.loseResponses = 0;
        backend.delayMs = 0;
        for (let round = 0; round < 12; round += 1) {
          await vi.advanceTimersByTimeAsync(60_000);
          for (const tab of tabs) {
            for (const id of tab.store.undecided()) {
              copies += 1;
              tab.resolve(id, "both", `copy${copies}`);
            }
          }
        }
        for (const tab of tabs) {
          expect(tab.store.unsavedIds()).toEqual([]);
          expect(tab.drafts.size).toBe(0);
        }
        const kept = [...backend.rows.values(), ...backend.trash.values()];
        const stored = kept.map(({ title, content }) => title + content);
        for (const word of words) expect(stored.join(" ")).toContain(word);
      }),
      {
        numRuns: 500,
        // The note is deleted, restored, edited and deleted again while the first deletion is in
        // flight.
        examples: [
          // A deletion is undone again while the first undo is in flight, and text was changed in
          // the meantime.
          [
            [
              { do: "slow", ms: 500 },
              { do: "restore", tab: 1 },
              { do: "type", tab: 1, field: "title" },
              { do: "type", tab: 0, field: "title" },
              { do: "crash", tab: 1 },
              { do: "restore", tab: 1 },
            ],
          ],
          [
            [
              { do: "remove", tab: 0 },
              { do: "restore", tab: 0 },
              { do: "type", tab: 0, field: "title" },
              { do: "receive", tab: 0 },
              { do: "restore", tab: 0 },
              { do: "remove", tab: 0 },
              { do: "lose" },
            ],
          ],
        ],
      },
    );
  });
});
