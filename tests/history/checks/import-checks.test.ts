import { describe, expect, it } from "vitest";
import type { Event, StoredRow } from "../history.ts";
import { type Change, decided, found, history } from "./history.fixture.ts";

const A = "k1s1z";
const B = "k1s2z";

const note = (title: string, content = ""): StoredRow => ({ title, content });
const started = decided({ what: "import", about: [A, B], imports: [A, B] }, 1);
const complete = (at: number, ...notes: string[]): Event => ({
  kind: "imported",
  at,
  tab: "0.0",
  notes,
});

describe("an import", () => {
  it("an import is complete when all its notes are stored", () => {
    const commits: Change[][] = [[["notes", "a", note(A)]], [["notes", "b", note(B)]]];
    const check = (...events: Event[]) => found(history({ commits, events: [started, ...events] }));
    expect(check(complete(25, A, B))).toEqual([]);
    expect(check(complete(15, A, B))).toEqual(["imports"]);
    expect(check(complete(25, A, "k1s3z"))).toEqual(["imports"]);
  });

  it("an import adds each note once, whatever is repeated", () => {
    const commits: Change[][] = [[["notes", "a", note(A)]], [["notes", "b", note(A)]]];
    expect(found(history({ commits, events: [started] }))).toEqual(["fate", "imports"]);
    // Resolving a conflict by keeping both texts creates a second note.
    const both = decided({ what: "both", adds: [A] }, 15);
    expect(found(history({ commits, events: [started, both] }))).toEqual([]);
    // The row of an imported note whose text was changed before the next import.
    const changed: Change[][] = [
      [["notes", "a", note("")]],
      [["notes", "b", note(A)]],
      [["notes", "b", note("")]],
      [["notes", "c", note(A)]],
    ];
    const replaced = decided({ what: "replace", removes: [A] }, 25);
    expect(found(history({ commits: changed, events: [started, replaced] }))).toContain("imports");
  });

  it("an import does not overwrite a note that was changed since", () => {
    const commits: Change[][] = [
      [["notes", "a", note(A, B)]],
      [["notes", "a", note(A, "k1s3z")]],
      [["notes", "a", note(A, B)]],
    ];
    const replaced = decided({ what: "replace", removes: [B] }, 15);
    expect(found(history({ commits, events: [started, replaced] }))).toEqual(["fate", "imports"]);
    const undone = decided({ what: "undo", adds: [B], removes: ["k1s3z"] }, 25);
    expect(found(history({ commits, events: [started, replaced, undone] }))).toEqual([]);
  });

  it("an import leaves notes in the trash, and adds permanently deleted notes again", () => {
    const deleted: Change[] = [
      ["notes", "a", null],
      ["trash", "a", note(A)],
    ];
    const restored: Change[] = [
      ["trash", "a", null],
      ["notes", "a", note(A)],
    ];
    const first: Change[] = [["notes", "a", note(A)]];
    const decisions = [started, decided({ what: "delete", id: "a" }, 15)];
    const again = decided({ what: "import", about: [A], imports: [A] }, 25);
    expect(
      found(history({ commits: [first, deleted, restored], events: [...decisions, again] })),
    ).toEqual(["rows"]);
    const purged: Change[] = [["trash", "a", null]];
    const purge = decided({ what: "purge", about: [A], removes: [A] }, 25);
    const commits = [first, deleted, purged, first];
    const late = decided({ what: "import", about: [A], imports: [A] }, 35);
    expect(found(history({ commits, events: [...decisions, purge, late] }))).toEqual([]);
    const unasked = [decided({ what: "delete", id: "a" }, 15), purge];
    expect(found(history({ commits, events: unasked }))).toEqual(["fate", "rows"]);
  });
});
