import { describe, expect, it } from "vitest";
import { inPageOrder, moved, reapplied, withPending } from "./arrangement.ts";

const row = (id: string, position: number | null = null) => ({
  id,
  position,
  revision: 1,
  visibility: "public",
  created_at: "2026-01-01T00:00:00Z",
});

describe("moved", () => {
  it("moved puts an entry at its index among the others", () => {
    expect(moved(["a", "b", "c"], "a", 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], "c", 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b", "c"], "a", 2)).toEqual(["b", "c", "a"]);
  });
});

describe("withPending", () => {
  const rows = [row("a"), row("b"), row("c")];
  const order = (...ids: string[]) => ({ ids, reset: false, was: [] });

  it("withPending applies pending orders one after another, and keeps an entry that was added meanwhile", () => {
    const shown = withPending(rows, [order("c", "a"), order("a", "c")], []);
    expect(shown.map(({ id, position }) => [id, position])).toEqual([
      ["a", 1],
      ["b", null],
      ["c", 2],
    ]);
    expect(shown[1]).toBe(rows[1]);
  });

  it("withPending applies a reset and a change of visibility", () => {
    const reset = { ids: ["a", "b"], reset: true, was: [] };
    const shown = withPending(
      [row("a", 2), row("b", 1)],
      [reset],
      [{ id: "b", revision: 1, visibility: "draft" }],
    );
    expect(shown).toMatchObject([
      { id: "a", position: null, visibility: "public" },
      { id: "b", position: null, visibility: "draft" },
    ]);
  });

  it("withPending writes the number of a social link", () => {
    const link = { id: "a", revision: 1, visibility: "public", display_order: 0 };
    expect(withPending([link], [order("a")], [])).toEqual([{ ...link, display_order: 1 }]);
  });
});

describe("reapplied", () => {
  const refused = { ids: ["c", "b", "a"], was: [null, null, null], reset: false };

  it("reapplied keeps the refused order, omits removed entries and leaves added entries in place", () => {
    const now = [row("first"), row("b", 1), row("added", 2), row("a", 3)];
    expect(reapplied(now, refused)).toEqual({
      ids: ["first", "b", "added", "a"],
      was: [null, 1, 2, 3],
      reset: false,
    });
    expect(reapplied([row("a", 1), row("b", 2), row("c", 3)], refused).ids).toEqual(refused.ids);
  });

  it("reapplied orders the skills of one category", () => {
    const skill = (id: string, category_id: string | null) => ({ ...row(id), category_id });
    const now = [skill("a", null), skill("b", null), skill("c", "web")];
    expect(reapplied(now, { ...refused, category: null }).ids).toEqual(["b", "a"]);
  });
});

describe("inPageOrder", () => {
  it("inPageOrder is the chosen order, otherwise the newest first by start month", () => {
    const dated = [
      { ...row("added last"), start_month: "2015-03-01" },
      { ...row("added first"), start_month: "2021-03-01" },
    ];
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
    expect(ids(inPageOrder(dated))).toEqual(["added first", "added last"]);
    expect(ids(inPageOrder(dated.map((one, at) => ({ ...one, position: at + 1 }))))).toEqual([
      "added last",
      "added first",
    ]);
  });
});
