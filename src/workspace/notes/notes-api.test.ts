import { describe, expect, it } from "vitest";
import { createNoteBackend, createNoteReader } from "./notes-api.ts";

describe("without this user's session", () => {
  it("no request is sent, neither as another user nor as a visitor", async () => {
    const text = "User not authenticated.";
    await expect(createNoteReader("somebody").list(false, 0, 100)).rejects.toThrow(text);
    await expect(createNoteBackend("somebody").get("a")).rejects.toThrow(text);
    await expect(createNoteBackend("somebody").save("a", 1, { title: "b" })).rejects.toThrow(text);
  });
});
