import { describe, expect, it } from "vitest";
import {
  initialListState,
  type ListEvent,
  type ListState,
  nextListState,
  selectionIn,
} from "./list-state.ts";
import { only } from "./message-set.ts";
import { isSelected } from "./selection.ts";

const messages = ["e", "d", "c", "b", "a"].map((id, index) => ({
  id,
  name: "",
  email: "",
  subject: "",
  preview: "",
  is_read: false,
  replied_at: null,
  created_at: `2026-11-21T10:00:0${5 - index}+00:00`,
}));
const view = { search: "", messages };

function stateAfter(events: ListEvent[], from = initialListState(null)): ListState {
  return events.reduce((state, event) => nextListState(state, event, view), from);
}

function selectedIds(state: ListState): string {
  const selection = selectionIn(state, view.search);
  const selected = messages.filter((message) => isSelected(selection, message, view.search));
  return selected.map(({ id }) => id).join("");
}

const select = (id: string, range = false): ListEvent => ({ type: "select", id, range });

describe("selecting", () => {
  it("selecting a message toggles it and makes it current", () => {
    const one = stateAfter([select("c")]);
    expect([selectedIds(one), one.currentId]).toEqual(["c", "c"]);
    expect(selectedIds(stateAfter([select("c")], one))).toBe("");
  });

  it("selecting a range starts at the last message opened or selected individually", () => {
    expect(selectedIds(stateAfter([{ type: "open", id: "d" }, select("b", true)]))).toBe("dcb");
    expect(selectedIds(stateAfter([select("b"), select("d", true)]))).toBe("dcb");
    expect(selectedIds(stateAfter([select("c"), select("e", true), select("a", true)]))).toBe(
      "edcba",
    );
  });

  it("selecting a range without a start selects one message", () => {
    expect(selectedIds(stateAfter([select("b", true)]))).toBe("b");
  });

  it("selecting a message that is not in the list changes nothing", () => {
    const state = stateAfter([select("b")]);
    expect(stateAfter([select("unknown")], state)).toBe(state);
  });

  it("a new search ends the selection of messages", () => {
    const all = stateAfter([{ type: "select-all", until: "2026-11-21T10:00:04+00:00", found: 4 }]);
    expect(selectedIds(all)).toBe("dcba");
    expect(selectionIn(all, "ada").set).toEqual({ kind: "some", ids: [] });
    const other = nextListState(all, select("b"), { ...view, search: "ada" });
    expect(selectionIn(other, "ada").set).toEqual({ kind: "some", ids: ["b"] });
  });
});

describe("removing", () => {
  it.each([
    ["c", ["c"], "b"],
    ["c", ["c", "b"], "a"],
    ["a", ["a", "b"], "c"],
    ["c", ["d"], "c"],
    ["c", ["a", "b", "c", "d", "e"], null],
  ])("with message %s current, removing %o makes %s current", (currentId, ids, next) => {
    const events: ListEvent[] = [
      { type: "move", id: currentId },
      { type: "remove", set: { kind: "some", ids } },
    ];
    expect(stateAfter(events).currentId).toBe(next);
  });

  it("removing messages deselects them, until the removal fails", () => {
    const set = only("c");
    const selected = stateAfter([select("c"), select("b")]);
    const removed = stateAfter([{ type: "remove", set }], selected);
    expect(selectedIds(removed)).toBe("b");
    expect(selectedIds(stateAfter([{ type: "removal-failed", set }], removed))).toBe("cb");
  });

  it("removing all selected messages clears the selection", () => {
    const selected = stateAfter([
      { type: "select-all", until: "2026-11-21T10:00:05+00:00", found: 5 },
    ]);
    const { set } = selected.selection;
    const removed = stateAfter([{ type: "remove", set }], selected);
    expect(selectedIds(removed)).toBe("");
    expect(selectedIds(stateAfter([{ type: "removal-failed", set }], removed))).toBe("edcba");
  });

  it("a removal that fails keeps a selection made meanwhile", () => {
    const set = only("c");
    const state = stateAfter([select("c"), { type: "remove", set }, select("a")]);
    expect(stateAfter([{ type: "removal-failed", set }], state)).toBe(state);
  });
});
