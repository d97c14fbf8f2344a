import { describe, expect, it } from "vitest";
import { createNoteBackend, createNoteReader, toListedNote } from "./notes-api.ts";

it("a listed note has its reminder in the form in which drafts compare it", () => {
  const listed = { excerpt: "<p>a", is_cut: true, remind_at: "2026-12-24T09:30:00+00:00" };
  const remind_at = "2026-12-24T09:30:00.000Z";
  expect(toListedNote(listed)).toEqual({ content: "<p>a", is_cut: true, remind_at });
});

describe("without this user's session", () => {
  it("the notes API sends no request as another user or as a visitor", async () => {
    const text = "User not authenticated.";
    await expect(createNoteReader("somebody").list(false, 100)).rejects.toThrow(text);
    await expect(createNoteBackend("somebody").get("a")).rejects.toThrow(text);
    await expect(createNoteBackend("somebody").save("a", 1, { title: "b" })).rejects.toThrow(text);
  });
});
