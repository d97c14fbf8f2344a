import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weighted } from "../../../tests/support/databases/weighted.ts";
import { anyNote } from "./note.fixture.ts";
import type { Note } from "./note.ts";
import { addChanges, emptyDraft, newDraft } from "./note-draft.ts";
import {
  type EventOf,
  type NoteEvent,
  type NoteState,
  needsDecision,
  transition,
} from "./note-machine.ts";

const moment = { now: 10_000, jitter: 1 };

describe("any sequence of events", () => {
  const steps = fc.array(fc.record({ event: anyEvent(), wait: fc.nat(3_000) }), { maxLength: 40 });

  /** Applies the events and runs the check after every transition. */
  function forEveryStep(check: (step: Step) => void): void {
    fc.assert(
      fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (sequence, jitter) => {
        let state: NoteState | null = null;
        let now = 0;
        for (const { event, wait } of sequence) {
          now += wait;
          if (!isPossible(state, event)) continue;
          const before: NoteState | null = state;
          const result = transition(before, event, { now, jitter });
          check({ before, event, now, jitter, after: result.state, effects: result.effects });
          state = result.state;
        }
      }),
      { numRuns: 1_000 },
    );
  }

  it("any sequence of events leaves its input unchanged and depends on nothing else", () => {
    forEveryStep(({ before, event, now, jitter, after, effects }) => {
      const again = transition(deepFreeze(before), deepFreeze(event), { now, jitter });
      expect(again).toEqual({ state: after, effects });
    });
  });

  it("the note machine persists every change before it sends anything, and discards exactly the saved changes", () => {
    forEveryStep(({ before, after, effects }) => {
      const [first] = effects;
      if (after && after.draft !== before?.draft) {
        expect(first).toEqual({ type: "persist", draft: after.draft });
      }
      const discards = effects.filter(({ type }) => type === "discard");
      expect(discards).toHaveLength(before && !after ? 1 : 0);
      const sendAt = effects.findIndex(({ type }) => type === "send");
      if (sendAt >= 0) expect(sendAt).toBe(effects.length - 1);
    });
  });

  it("the note machine has at most one request in flight, and only a check while the user has to decide", () => {
    forEveryStep(({ before, event, after, effects }) => {
      const isSent = effects.some(({ type }) => type === "send");
      if (isSent && event.type !== "adopt")
        expect(before?.request && !isResponse(event)).toBeFalsy();
      if (after && needsDecision(after)) expect(after.request?.kind ?? "check").toBe("check");
    });
  });

  it("after any sequence of events an unsaved note has a request, a timer or a problem to solve", () => {
    forEveryStep(({ after }) => {
      if (!after || after.request) return;
      const isBlocked = after.problem && after.problem.kind !== "offline";
      expect(after.wakeAt === null).toBe(Boolean(isBlocked));
    });
  });

  it("the note machine drops a text only when it is stored, replaced here, or given up by the user", () => {
    forEveryStep(({ before, event, after }) => {
      if (!before || event.type === "adopt") return;
      for (const field of ["title", "content"] as const) {
        const text = before.draft.patch[field];
        if (text === undefined || after?.draft.patch[field] === text) continue;
        const isReplaced = event.type === "edit" && event.patch[field] !== undefined;
        const isGivenUp =
          (event.type === "resolve" && event.choice === "theirs") ||
          (event.type === "remove" && before.problem?.kind === "refused");
        const rows = [
          "row" in event ? event.row : null,
          "stored" in event ? event.stored : null,
          before.problem?.kind === "conflict" ? before.problem.theirs : null,
        ];
        const isStored = rows.some((row) => row?.[field] === text);
        expect(isReplaced || isGivenUp || isStored).toBe(true);
      }
    });
  });

  it("the note machine deletes no note with a text that is not in the trash", () => {
    forEveryStep(({ before, effects }) => {
      if (!effects.some(({ type }) => type === "removed")) return;
      expect(before?.draft.removal).toBe("wanted");
      expect(before?.draft.patch).not.toHaveProperty("title");
      expect(before?.draft.patch).not.toHaveProperty("content");
    });
  });

  /** The base digest of a draft whose note already had the other device's text. */
  const foreignBase = addChanges(emptyDraft("a", 1), { content: "" }, row({ content: "foreign" }))
    .base.content;

  it("the note machine saves only on the revision it knows, and reports a conflict instead of overwriting", () => {
    forEveryStep(({ before, event, after, effects }) => {
      for (const effect of effects) {
        if (effect.type === "send" && effect.request.kind === "save") {
          expect(effect.request.revision).toBe(after?.draft.revision);
        }
      }
      // Nothing was sent yet, so another text can only come from another tab or device.
      if (event.type !== "receive" || before?.request || after?.request || !before) return;
      const mine = before.draft.patch.content;
      const isUnknown = event.row.revision > before.draft.revision && !before.problem;
      if (mine === undefined || !isUnknown || before.draft.isNew || before.draft.sent.content)
        return;
      const isForeign =
        event.row.content === "foreign" && before.draft.base.content !== foreignBase;
      expect(after?.problem?.kind === "conflict" || !isForeign).toBe(true);
    });
  });
});

describe("retrying", () => {
  const failed = (state: NoteState | null, jitter: number) =>
    transition(state, offline, { now: 10_000, jitter }).state as NoteState;

  it("retrying waits twice as long after each failure, up to half a minute, with up to 50 percent less", () => {
    let state = sending();
    const delays = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
    for (const delay of delays) {
      expect((failed(state, 0).wakeAt ?? 0) - 10_000).toBe(delay / 2);
      state = failed(state, 1);
      expect((state.wakeAt ?? 0) - 10_000).toBe(delay);
      state = transition(state, { type: "wake" }, { ...moment, now: 90_000 }).state as NoteState;
    }
  });

  it("the count of failed attempts is reset after a response", () => {
    const state = transition(failed(sending(), 1), { type: "flush" }, moment).state;
    const next = transition(state, { type: "found", row: row({ revision: 2 }) }, moment).state;
    expect(next).toMatchObject({ attempts: 0, problem: null });
  });

  it("a retry requested while a request is in flight happens at once, but only once", () => {
    const asked = transition(sending(), { type: "flush" }, moment).state;
    const again = failed(asked, 1);
    expect(again).toMatchObject({ request: { kind: "save" }, wakeAt: null });
    expect(failed(again, 1)).toMatchObject({ request: null, wakeAt: 12_000 });
  });

  it("a retry waits for the debounce if text is typed meanwhile", () => {
    const event = edit({ content: "more" }, 500);
    const next = transition(failed(sending(), 1), event, moment).state;
    expect(next).toMatchObject({ problem: { kind: "offline" }, wakeAt: 10_500 });
  });
});

describe("a request to restore in flight", () => {
  const restoring = transition(null, { type: "undo-removal", id: "a" }, moment).state;

  it("a request to restore in flight continues when the deletion is undone a second time", () => {
    const twice = transition(restoring, { type: "undo-removal", id: "a" }, moment).state;
    expect(twice?.draft.removal).toBe("undone");
  });

  it("a request to restore in flight does not overwrite a text changed in the meantime if the note was deleted again meanwhile", () => {
    const typed = transition(restoring, edit({ content: "mine" }, 0), moment).state;
    const deleted = transition(typed, { type: "remove", stored: row() }, moment).state;
    const theirs = row({ revision: 3, content: "foreign" });
    const { state, effects } = transition(deleted, { type: "found", row: theirs }, moment);
    expect(state?.problem).toEqual({ kind: "conflict", theirs });
    expect(effects).toContainEqual(expect.objectContaining({ type: "removal-failed" }));
  });
});

interface Step {
  before: NoteState | null;
  event: NoteEvent;
  now: number;
  jitter: number;
  after: NoteState | null;
  effects: ReturnType<typeof transition>["effects"];
}

const offline: NoteEvent = {
  type: "fail",
  problem: { kind: "offline" },
  message: "Failed to fetch",
  isFinal: false,
};

function sending(): NoteState {
  return transition(null, edit({ content: "mine" }, 0), moment).state as NoteState;
}

function edit(patch: EventOf<"edit">["patch"], delayMs: number): EventOf<"edit"> {
  return { type: "edit", patch, stored: row(), delayMs };
}

function row(fields: Partial<Note> = {}): Note {
  return anyNote("a", { title: "title", content: "content", ...fields });
}

function isResponse({ type }: NoteEvent): boolean {
  return type === "saved" || type === "found" || type === "fail";
}

function isPossible(state: NoteState | null, event: NoteEvent): boolean {
  if (event.type === "adopt") return state === null;
  if (!isResponse(event)) return true;
  const kind = state?.request?.kind;
  return event.type === "saved" ? kind === "create" || kind === "save" : kind !== undefined;
}

function anyEvent(): fc.Arbitrary<NoteEvent> {
  const text = fc.constantFrom("one", "two", "three");
  const rows = fc
    .record({
      title: fc.constantFrom("title", "one", "foreign"),
      content: fc.constantFrom("content", "two", "foreign"),
      is_pinned: fc.boolean(),
      is_cut: fc.boolean(),
      revision: fc.integer({ min: 1, max: 6 }),
    })
    .map(row);
  const patch = fc.oneof(
    fc.record({ title: text }),
    fc.record({ content: text }),
    fc.record({ is_pinned: fc.boolean() }),
  );
  const draft = fc.oneof(
    patch.map((fields) => newDraft("a", fields)),
    patch.map((fields) => ({ ...emptyDraft("a", 1), patch: fields })),
    patch.map((fields) => ({ ...emptyDraft("a", 1), patch: fields, removal: "wanted" as const })),
  );
  const problem = fc.constantFrom<EventOf<"fail">["problem"]>(
    { kind: "offline" },
    { kind: "refused", message: "no" },
  );
  return fc.oneof(
    weighted(1, { type: fc.constant("adopt"), draft }),
    weighted(5, {
      type: fc.constant("edit"),
      patch,
      stored: rows,
      delayMs: fc.constantFrom(0, 500, 1_000),
    }),
    weighted(1, { type: fc.constant("remove"), stored: rows }),
    weighted(1, { type: fc.constant("undo-removal"), id: fc.constant("a") }),
    weighted(1, { type: fc.constant("resolve"), choice: fc.constantFrom("mine", "theirs") }),
    weighted(2, { type: fc.constant("receive"), row: rows }),
    weighted(2, { type: fc.constantFrom("wake", "flush") }),
    weighted(1, { type: fc.constant("hide") }),
    weighted(3, { type: fc.constant("saved"), row: rows }),
    weighted(3, { type: fc.constant("found"), row: fc.option(rows) }),
    weighted(2, {
      type: fc.constant("fail"),
      problem,
      message: fc.constant("no"),
      isFinal: fc.boolean(),
    }),
  );
}

function deepFreeze<T>(value: T): T {
  if (value && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
