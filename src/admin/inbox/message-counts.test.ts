import { expect, it } from "vitest";
import { messageCounts } from "./message-counts.ts";
import { type Change, only, withChanges } from "./message-set.ts";

const read = ["c", "b", "a"].map((id, index) => ({
  id,
  name: "",
  email: "",
  subject: "",
  preview: "",
  is_read: id === "a",
  replied_at: null,
  created_at: `2026-11-21T10:00:0${3 - index}+00:00`,
}));

function counts(
  pending: Change[],
  backend = { counted: 250, unread: 40 },
  { isWhole = false, search = "" } = {},
) {
  const shown = withChanges(read, pending, search);
  const { found, unread } = messageCounts({ search, read, shown, pending, isWhole, ...backend });
  return { found, unread };
}

it("messageCounts has the backend's counts, less the pending changes of loaded messages", () => {
  expect(counts([])).toEqual({ found: 250, unread: 40 });
  expect(counts([{ set: only("b"), to: "deleted" }])).toEqual({ found: 249, unread: 39 });
  expect(counts([{ set: only("c"), to: "read" }])).toEqual({ found: 250, unread: 39 });
  expect(counts([{ set: only("a"), to: "unread" }])).toEqual({ found: 250, unread: 41 });
});

it("messageCounts has no unread messages while all are being marked read", () => {
  const set = {
    kind: "found",
    search: "",
    until: "2026-11-21T10:00:03+00:00",
    except: [],
  } as const;
  expect(counts([{ set, to: "read" }])).toEqual({ found: 250, unread: 0 });
  expect(counts([{ set, to: "replied" }])).toEqual({ found: 250, unread: 0 });
  expect(counts([{ set: { ...set, search: "ada" }, to: "read" }]).unread).toBe(40);
});

it("messageCounts counts the list itself once all of it is loaded", () => {
  expect(counts([], { counted: 2, unread: 2 }, { isWhole: true }).found).toBe(3);
});

it("messageCounts does not count messages that only stay on the screen of a filter", () => {
  const unread = { isWhole: true, search: "is:unread" };
  const backend = { counted: 2, unread: 2 };
  expect(counts([], backend, unread), "the last one is read").toEqual({ found: 2, unread: 2 });
  const set = { kind: "found", search: "is:unread", until: "2026-11-22", except: [] } as const;
  expect(counts([{ set: only("c"), to: "read" }], backend, unread).found).toBe(1);
  expect(counts([{ set, to: "read" }], backend, unread)).toEqual({ found: 0, unread: 0 });
  const shown = withChanges(read, [{ set, to: "read" }], "is:unread");
  expect(
    messageCounts({ search: "is:unread", read, shown, pending: [], isWhole: true, ...backend }),
  ).toMatchObject({ found: 0, rowCount: 3 });
});

it("messageCounts never counts below zero, and leaves an unknown number unknown", () => {
  expect(counts([{ set: only("b"), to: "deleted" }], { counted: 0, unread: 0 })).toEqual({
    found: 0,
    unread: 0,
  });
  const unknown = { search: "", read, shown: read, pending: [], isWhole: false };
  expect(
    messageCounts({ ...unknown, counted: undefined, unread: undefined }).found,
  ).toBeUndefined();
});
