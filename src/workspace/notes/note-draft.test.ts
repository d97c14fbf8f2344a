import { describe, expect, it } from "vitest";
import type { Note } from "./note.ts";
import { addChanges, emptyDraft, isOwnWrite } from "./note-draft.ts";

describe("isOwnWrite", () => {
  const draft = addChanges(emptyDraft("a", 2), { content: "mine" }, row(2, "old"));

  it.each([
    [true, "older than the draft's base", row(1, "oldest")],
    [true, "at the draft's base", row(2, "old")],
    [true, "with the draft's changes", row(3, "mine")],
    [false, "with other changes", row(3, "theirs")],
    [false, "two revisions later, with the draft's changes", row(4, "mine")],
  ])("returns %o for a row %s", (isOwn, _which, stored) => {
    expect(isOwnWrite(draft, stored)).toBe(isOwn);
  });
});

function row(revision: number, content: string): Note {
  return {
    id: "a",
    title: "title",
    content,
    color: "#1F2937",
    is_pinned: false,
    is_archived: false,
    is_cut: false,
    updated_at: "2026-01-01",
    revision,
    change_number: revision,
  };
}
