import { describe, expect, it } from "vitest";
import type { Event, Shown, StoredRow } from "../history.ts";
import { type Change, decided, found, history, NOTHING } from "./history.fixture.ts";

const note = (content: string): StoredRow => ({ title: "", content });
const task = (title: string, status: string, order: number): StoredRow => ({
  title,
  status,
  order,
});

const A = "k1s1z";
const B = "k1s2z";

const typed = (token: string, at: number, tab = "0.0"): Event => ({
  kind: "typed",
  at,
  tab,
  token,
});
const saved = (token: string, at: number, tab = "0.0"): Event => ({
  kind: "saved",
  at,
  tab,
  token,
});
const kept = (token: string, at: number, tab = "0.0"): Event => ({ kind: "kept", at, tab, token });
const seen = (id: string, text: string, at: number, extra: object = {}): Event => ({
  kind: "seen",
  at,
  tab: "0.0",
  place: "notes",
  id,
  text,
  offline: false,
  ...extra,
});

describe("what was called saved", () => {
  it("a saved row was committed before the interface reported it as saved", () => {
    const commits: Change[][] = [[["notes", "n", note(A)]]];
    expect(found(history({ commits, events: [typed(A, 1), saved(A, 12)] }))).toEqual([]);
    expect(found(history({ commits, events: [typed(A, 1), saved(A, 5)] }))).toEqual([
      "acknowledged",
    ]);
    expect(found(history({ commits, events: [saved(B, 50)] }))).toEqual(["acknowledged"]);
  });

  it("a saved row is removed only by a decision", () => {
    const commits: Change[][] = [[["notes", "n", note(A)]], [["notes", "n", note(B)]]];
    const events = [saved(A, 12)];
    expect(found(history({ commits, events }))).toEqual(["fate"]);
    const replaced = decided({ what: "replace", removes: [A] }, 15);
    expect(found(history({ commits, events: [...events, replaced] }))).toEqual([]);
    const later = decided({ what: "replace", removes: [A] }, 35);
    expect(found(history({ commits, events: [...events, later] }))).toEqual(["fate"]);
    expect(found(history({ commits }))).toEqual([]);
  });

  it("a saved row is not in two places, unless a decision kept both", () => {
    const commits: Change[][] = [[["notes", "n", note(A)]], [["notes", "m", note(A)]]];
    expect(found(history({ commits }))).toEqual(["fate"]);
    const both = decided({ what: "both", adds: [A] }, 15);
    expect(found(history({ commits, events: [both] }))).toEqual([]);
    expect(found(history({ commits: [[["notes", "n", note(`${A} ${A}`)]]] }))).toEqual(["fate"]);
  });

  it("a saved row does not reappear once it is deleted", () => {
    const commits: Change[][] = [
      [["notes", "n", note(A)]],
      [["notes", "n", note("")]],
      [["notes", "n", note(A)]],
    ];
    const events = [decided({ what: "replace", removes: [A] }, 15)];
    expect(found(history({ commits, events }))).toEqual(["fate"]);
    const mine = decided({ what: "mine", adds: [A] }, 25);
    expect(found(history({ commits, events: [...events, mine] }))).toEqual([]);
  });
});

describe("what is kept on a device", () => {
  it("a write that was kept on a device has to arrive, unless the storage was evicted or the user discarded it", () => {
    const commits: Change[][] = [];
    expect(found(history({ commits, events: [kept(A, 1)] }))).toEqual(["kept"]);
    const evicted = (tab: string): Event => ({ kind: "evicted", at: 2, tab });
    expect(found(history({ commits, events: [kept(A, 1), evicted("0.1")] }))).toEqual([]);
    expect(found(history({ commits, events: [kept(A, 1), evicted("1.0")] }))).toEqual(["kept"]);
    const dropped = decided({ what: "theirs", removes: [A] }, 2);
    expect(found(history({ commits, events: [kept(A, 1), dropped] }))).toEqual([]);
    const arrived: Change[][] = [[["notes", "n", note(A)]]];
    expect(found(history({ commits: arrived, events: [kept(A, 1)] }))).toEqual([]);
  });
});

describe("rows", () => {
  const trashed: Change[] = [
    ["notes", "n", null],
    ["trash", "n", note(A)],
  ];
  const restored: Change[] = [
    ["trash", "n", null],
    ["notes", "n", note(A)],
  ];
  const deletion = (at: number) => decided({ what: "delete", id: "n" }, at);

  it("rows go to the trash and back exactly as often as decided", () => {
    const commits = [[["notes", "n", note(A)]] as Change[], trashed, restored];
    expect(found(history({ commits }))).toEqual(["rows", "rows"]);
    expect(found(history({ commits, events: [deletion(15)] }))).toEqual(["rows"]);
    const restoring = decided({ what: "restore", about: [A] }, 25);
    const events = [deletion(15), restoring];
    expect(found(history({ commits, events }))).toEqual([]);
    const again = [...commits, trashed];
    expect(found(history({ commits: again, events }))).toEqual(["rows"]);
    expect(found(history({ commits: again, events: [...events, deletion(35)] }))).toEqual([]);
  });

  it("each row is in one place after each commit, and is never removed without a decision", () => {
    const commits: Change[][] = [
      [["board", "t", task(A, "done", 0)]],
      [["archive", "t", task(A, "done", 0)]],
      [["board", "t", null]],
    ];
    const events = [decided({ what: "archive", about: [A] }, 5)];
    expect(found(history({ commits, events }))).toContain("rows");
    const none: Change[][] = [[["board", "t", task(A, "done", 0)]], [["board", "t", null]]];
    expect(found(history({ commits: none, events: [saved(A, 12)] }))).toEqual(["fate", "rows"]);
  });
});

describe("positions", () => {
  it("positions are unique in a column after each commit", () => {
    const first: Change[] = [
      ["board", "a", task(A, "todo", 0)],
      ["board", "b", task(B, "todo", 1)],
    ];
    const swap: Change[] = [
      ["board", "a", task(A, "todo", 1)],
      ["board", "b", task(B, "todo", 0)],
    ];
    expect(found(history({ commits: [first, swap] }))).toEqual([]);
    const halves = swap.map((change) => [change]);
    expect(found(history({ commits: [first, ...halves] }))).toEqual(["positions"]);
  });
});

describe("what a tab shows of a row", () => {
  const commits: Change[][] = [[["notes", "n", note(A)]], [["notes", "n", note(`${A} ${B}`)]]];

  it("the version of a row that a tab shows never becomes older", () => {
    const events = [seen("n", `|${A}`, 15), seen("n", `|${A} ${B}`, 25)];
    expect(found(history({ commits, events }))).toEqual([]);
    expect(found(history({ commits, events: [...events, seen("n", `|${A}`, 30)] }))).toEqual([
      "reads",
    ]);
    const offline = seen("n", `|${A}`, 30, { offline: true });
    expect(found(history({ commits, events: [...events, offline] }))).toEqual([]);
    const elsewhere = seen("n", `|${A}`, 30, { tab: "1.0" });
    expect(found(history({ commits, events: [...events, elsewhere] }))).toEqual([]);
  });

  it("a tab shows its own writes of a row, and nothing that was never committed", () => {
    const events = [saved(B, 25), seen("n", `|${A}`, 30)];
    expect(found(history({ commits, events }))).toEqual(["reads"]);
    expect(found(history({ commits, events: [seen("n", `|${B}`, 30)] }))).toEqual(["reads"]);
  });
});

describe("in the end", () => {
  const one = {
    id: "n",
    archived: false,
    text: `|${A}`,
    pinned: false,
    color: "#FFF",
    checked: "x",
    labels: "",
    picture: "",
  };
  const stored: Shown = { notes: [one], board: [] };

  it("every tab shows the stored state, and no change is left to be sent", () => {
    const shown = { "0.0": { ...stored, notes: [{ ...one, color: "#fff" }] } };
    expect(found(history({ commits: [], stored, shown }))).toEqual([]);
    const other = { "0.0": { ...stored, notes: [{ ...one, checked: "-" }] } };
    expect(found(history({ commits: [], stored, shown: other }))).toEqual(["converged"]);
    expect(found(history({ commits: [], stored, shown: { "0.0": NOTHING } }))).toEqual([
      "converged",
    ]);
    expect(found(history({ commits: [], restless: ["A draft is left."] }))).toEqual(["queues"]);
  });
});
