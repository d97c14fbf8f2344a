import { describe, expect, it } from "vitest";
import type { Event, StoredRow } from "../history.ts";
import type { LabelEvent } from "../note-events.ts";
import { type Change, found, history } from "./history.fixture.ts";

const note = (...labels: string[]): StoredRow => ({ title: "", content: "", labels });

const did = (event: LabelEvent, at: number, tab = "0.0"): Event => ({ ...event, at, tab });
const added = (label: string, at: number, tab?: string) =>
  did({ kind: "label added", note: "n", label }, at, tab);
const removed = (label: string, at: number) => did({ kind: "label removed", note: "n", label }, at);
const renamed = (label: string, name: string, at: number) =>
  did({ kind: "label renamed", label, name }, at);
const saved = (label: string, at: number) => did({ kind: "label saved", note: "n", label }, at);
const kept = (label: string, at: number) => did({ kind: "label kept", note: "n", label }, at);

const of = (...lists: string[][]): Change[][] =>
  lists.map((labels) => [["notes", "n", note(...labels)]]);

describe("labels of a note", () => {
  it("labels of a note disappear only if somebody removed or renamed them before", () => {
    const commits = of(["a", "b"], ["b"]);
    expect(found(history({ commits }))).toEqual(["labels"]);
    expect(found(history({ commits, events: [removed("a", 15)] }))).toEqual([]);
    expect(found(history({ commits, events: [removed("a", 35)] }))).toEqual(["labels"]);
    expect(found(history({ commits, events: [removed("b", 15)] }))).toEqual(["labels"]);
    expect(found(history({ commits, events: [renamed("a", "", 15)] }))).toEqual([]);
    expect(found(history({ commits, events: [renamed("a", "c", 15)] }))).toEqual(["labels"]);
  });

  it("labels of a note appear only if somebody added them to this note, however late the write arrives", () => {
    const commits = of(["a"], ["a", "b"]);
    expect(found(history({ commits }))).toEqual(["labels"]);
    expect(found(history({ commits, events: [added("b", 15)] }))).toEqual([]);
    const elsewhere = did({ kind: "label added", note: "m", label: "b" }, 15);
    expect(found(history({ commits, events: [elsewhere] }))).toEqual(["labels"]);
    const back = of(["a"], [], ["a"]);
    const events = [removed("a", 15)];
    expect(found(history({ commits: back, events }))).toEqual(["labels"]);
    // Another device later sends a label that it added before.
    expect(found(history({ commits: back, events: [added("a", 5, "1.0"), ...events] }))).toEqual(
      [],
    );
  });

  it("the check of labels detects a label lost to a list that another device saves as a whole", () => {
    const events = [added("b", 1, "1.0"), added("c", 1)];
    expect(found(history({ commits: of(["a"], ["a", "b"], ["a", "c"]), events }))).toEqual([
      "labels",
    ]);
    expect(found(history({ commits: of(["a"], ["a", "b"], ["a", "b", "c"]), events }))).toEqual([]);
  });

  it("labels of a note are renamed in all notes at once, including deleted notes", () => {
    const first: Change[] = [
      ["notes", "n", note("a")],
      ["trash", "m", note("a", "b")],
    ];
    const all: Change[] = [
      ["notes", "n", note("b")],
      ["trash", "m", note("b")],
    ];
    const events = [renamed("a", "b", 15)];
    expect(found(history({ commits: [first, all], events }))).toEqual([]);
    expect(found(history({ commits: [first, all.slice(0, 1)], events }))).toEqual(["labels"]);
  });

  it("labels of a note are added and permanently deleted with their note", () => {
    const commits: Change[][] = [...of(["a"]), [["notes", "n", null]]];
    expect(found(history({ commits: of(["a"]) }))).toEqual([]);
    expect(found(history({ commits, events: [] }))).toEqual(["rows"]);
  });
});

describe("a label that is called saved", () => {
  const commits = of([], ["a"], []);

  it("a label was stored before it was reported as saved", () => {
    const decisions = [added("a", 1), removed("a", 25)];
    expect(found(history({ commits, events: [...decisions, saved("a", 22)] }))).toEqual([]);
    expect(found(history({ commits, events: [...decisions, saved("a", 15)] }))).toEqual(["labels"]);
    // The label was stored once, but removed before it was added again.
    const again = [...decisions, added("a", 40), saved("a", 45)];
    expect(found(history({ commits, events: again }))).toEqual(["labels"]);
  });

  it("a label that was kept on the device has to be stored, unless the device's storage was evicted", () => {
    const none = of([], []);
    const events = [added("a", 1), kept("a", 5)];
    expect(found(history({ commits: none, events }))).toEqual(["labels"]);
    expect(found(history({ commits: of([], ["a"]), events }))).toEqual([]);
    expect(found(history({ commits: none, events: [...events, removed("a", 7)] }))).toEqual([]);
    const evicted: Event = { kind: "evicted", at: 8, tab: "0.1" };
    expect(found(history({ commits: none, events: [...events, evicted] }))).toEqual([]);
    const other: Event = { kind: "evicted", at: 8, tab: "1.0" };
    expect(found(history({ commits: none, events: [...events, other] }))).toEqual(["labels"]);
  });
});
