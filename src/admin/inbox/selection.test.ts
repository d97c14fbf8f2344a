import { describe, expect, it } from "vitest";
import { only, withChanges } from "./message-set.ts";
import { isSelected, nothing, selectFound, sizeOf, withSelected } from "./selection.ts";

const messages = [3, 2, 1].map((second) => ({
  id: `m${second}`,
  name: "",
  email: "",
  subject: "",
  preview: "",
  is_read: false,
  replied_at: null,
  created_at: `2026-11-21T10:00:0${second}+00:00`,
}));
const [newest, middle, oldest] = messages as [
  (typeof messages)[0],
  (typeof messages)[0],
  (typeof messages)[0],
];

describe("a selection", () => {
  it("a selection adds and removes messages", () => {
    const two = withSelected(withSelected(nothing, [newest], true), [middle, newest], true);
    expect(sizeOf(two)).toBe(2);
    const one = withSelected(two, [newest], false);
    expect(messages.map((message) => isSelected(one, message, ""))).toEqual([false, true, false]);
  });

  it("a selection of all results excludes deselected and later messages", () => {
    const all = selectFound("ada", middle.created_at, 20);
    expect(messages.map((message) => isSelected(all, message, "ada"))).toEqual([false, true, true]);
    const without = withSelected(all, [oldest], false);
    expect(sizeOf(without)).toBe(19);
    expect(isSelected(without, oldest, "ada")).toBe(false);
    expect(sizeOf(withSelected(without, [oldest], true))).toBe(20);
  });

  it("a selection of all results is never larger than the remaining results", () => {
    const all = selectFound("", newest.created_at, 3);
    expect([sizeOf(all, 2), sizeOf(all, 9)]).toEqual([2, 3]);
  });

  it("a selection does not count messages it never contained", () => {
    const all = selectFound("", middle.created_at, 2);
    expect(sizeOf(withSelected(all, [newest], false))).toBe(2);
  });

  it("a selection of all results of a filter has the messages with its mark only", () => {
    const all = selectFound("is:unread ada", newest.created_at, 2);
    const read = { ...middle, is_read: true };
    expect(isSelected(all, newest, "is:unread ada")).toBe(true);
    expect(isSelected(all, read, "is:unread ada")).toBe(false);
    expect(sizeOf(withSelected(all, [read], false))).toBe(2);
    const replied = selectFound("is:replied", newest.created_at, 1);
    expect(isSelected(replied, newest, "is:replied")).toBe(false);
    expect(isSelected(replied, { ...newest, replied_at: "2026" }, "is:replied")).toBe(true);
  });

  it("a selection is empty once everything is deselected", () => {
    const all = selectFound("", newest.created_at, 3);
    expect(withSelected(all, messages, false)).toBe(nothing);
  });
});

describe("pending changes", () => {
  it("pending changes are applied to the list in order", () => {
    const changed = withChanges(
      messages,
      [
        { set: { kind: "found", search: "", until: middle.created_at, except: [] }, to: "read" },
        { set: only("m1"), to: "unread" },
        { set: only("m3"), to: "deleted" },
      ],
      "",
    );
    expect(changed.map(({ id, is_read }) => [id, is_read])).toEqual([
      ["m2", true],
      ["m1", false],
    ]);
  });

  it("pending changes mark a replied message read, and keep the time of its first reply", () => {
    const replied_at = "2026-11-20T10:00:00+00:00";
    const before = [{ ...newest, is_read: false, replied_at }, middle];
    const set = { kind: "some", ids: before.map(({ id }) => id) } as const;
    const marked = withChanges(before, [{ set, to: "replied" }], "");
    expect(marked.map(({ is_read }) => is_read)).toEqual([true, true]);
    expect(marked[0]?.replied_at).toBe(replied_at);
    expect(marked[1]?.replied_at).not.toBeNull();
    const undone = withChanges(marked, [{ set, to: "not replied" }], "");
    expect(undone.map((one) => [one.is_read, one.replied_at])).toEqual([
      [true, null],
      [true, null],
    ]);
  });

  it("pending changes of another search change nothing", () => {
    const set = { kind: "found", search: "ada", until: newest.created_at, except: [] } as const;
    expect(withChanges(messages, [{ set, to: "deleted" }], "bob")).toEqual(messages);
  });

  it("pending changes return the same list when there are none", () => {
    expect(withChanges(messages, [], "")).toBe(messages);
  });
});
