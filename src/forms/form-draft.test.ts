// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { readDraft, removeDraft, writeDraft } from "./form-draft.ts";

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const draft = { values: { title: "half a sen" }, revision: 3 };

it("a draft is restored for the same user and form only", () => {
  writeDraft("me", "projects 1", draft);
  expect(readDraft("me", "projects 1")).toMatchObject(draft);
  expect(readDraft("me", "projects 2")).toBeNull();
  expect(readDraft("you", "projects 1")).toBeNull();
  removeDraft("me", "projects 1");
  expect(readDraft("me", "projects 1")).toBeNull();
});

it.each(["nonsense", "null", "3", "{}"])("the stored value %s is treated as no draft", (text) => {
  sessionStorage.setItem("foyer-draft me form", text);
  expect(readDraft("me", "form")).toBeNull();
});

it("drafts work without storage when it is full or forbidden", () => {
  for (const method of ["setItem", "getItem", "removeItem"] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
  }
  expect(() => writeDraft("me", "form", draft)).not.toThrow();
  expect(readDraft("me", "form")).toBeNull();
  expect(() => removeDraft("me", "form")).not.toThrow();
});
