import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changeNotes } from "./change-notes.ts";
import { anyNote } from "./note.fixture.ts";
import { compareNotes } from "./note.ts";
import { FakeBackend, FakeTab } from "./outbox.fixture.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tab with this many notes, `n0` and so on, of which every other one has the label "home". */
function openNotes(count: number) {
  const backend = new FakeBackend();
  backend.rows.clear();
  const ids = Array.from({ length: count }, (_, index) => `n${index}`);
  for (const [index, id] of ids.entries())
    backend.rows.set(id, anyNote(id, { labels: index % 2 === 0 ? ["home"] : [] }));
  const tab = new FakeTab(backend);
  return { backend, tab, some: ids.map((id) => ({ id })) };
}

const settle = () => vi.advanceTimersByTimeAsync(60_000);

it("several notes are changed at once, offline too, and undone at once", async () => {
  const { backend, tab, some } = openNotes(30);
  backend.offline = true;
  const emitted = vi.fn();
  tab.store.subscribe(emitted);
  const undo = changeNotes(tab, some, () => ({ is_archived: true, color: "#452121" }));
  expect(emitted).toHaveBeenCalledOnce();
  expect(tab.store.list(false).notes).toEqual([]);
  const { notes } = tab.store.list(true);
  expect(notes).toHaveLength(30);
  expect(notes).toEqual(notes.toSorted(compareNotes));
  expect(tab.drafts.size).toBe(30);
  undo();
  expect(tab.store.list(false).notes).toHaveLength(30);
  changeNotes(tab, some, () => ({ is_archived: true }));
  // The next tab sends what a closed one has left.
  const next = tab.reopen();
  tab.crash();
  backend.offline = false;
  await settle();
  const stored = [...backend.rows.values()];
  expect(stored.every(({ is_archived, color }) => is_archived && color === "#1F2937")).toBe(true);
  expect(next.store.saveState()).toEqual({ kind: "saved" });
});

it("undo keeps what was changed since, and each note's own labels", async () => {
  const { backend, tab, some } = openNotes(3);
  const undo = changeNotes(tab, some, ({ labels }) => ({
    color: "#452121",
    labels: [...labels.filter((label) => label !== "home"), "work"],
  }));
  await settle();
  tab.outbox.edit("n1", { color: "#223b2b" });
  tab.label("n2", "later", true);
  await settle();
  undo();
  await settle();
  const rows = ["n0", "n1", "n2"].map((id) => backend.rows.get(id));
  expect(rows.map((row) => row?.color)).toEqual(["#1F2937", "#223b2b", "#1F2937"]);
  expect(rows.map((row) => row?.labels)).toEqual([["home"], [], ["later", "home"]]);
});

it("a change to the value that a note has already is not sent", async () => {
  const { backend, tab, some } = openNotes(2);
  tab.outbox.edit("n0", { is_pinned: true });
  await settle();
  const undo = changeNotes(tab, [...some, { id: "gone" }], () => ({ is_pinned: true }));
  await settle();
  expect(backend.requests.map(({ id }) => id)).toEqual(["n0", "n1"]);
  undo();
  await settle();
  expect([...backend.rows.values()].map((row) => row.is_pinned)).toEqual([true, false]);
});
