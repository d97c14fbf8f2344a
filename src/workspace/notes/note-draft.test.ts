import { describe, expect, it } from "vitest";
import { anyNote } from "./note.fixture.ts";
import { addChanges, emptyDraft, isOwnWrite } from "./note-draft.ts";

const row = (revision: number, content: string) =>
  anyNote("a", { title: "title", content, revision, change_number: revision });

describe("isOwnWrite", () => {
  const draft = addChanges(emptyDraft("a", 2), { content: "mine" }, row(2, "old"));

  it.each([
    [true, "older than the draft's base", row(1, "oldest")],
    [true, "at the draft's base", row(2, "old")],
    [true, "with the draft's changes", row(3, "mine")],
    [false, "with other changes", row(3, "theirs")],
    [false, "two revisions later, with the draft's changes", row(4, "mine")],
  ])("isOwnWrite returns %o for a row %s", (isOwn, _which, stored) => {
    expect(isOwnWrite(draft, stored)).toBe(isOwn);
  });
});
