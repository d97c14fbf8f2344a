// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { readStoredSession, removeStoredSession } from "./stored-session.ts";
import { tokenStore } from "./token-store.ts";

afterEach(() => {
  vi.restoreAllMocks();
  tokenStore.removeItem("foyer-admin");
  localStorage.clear();
});

const session = { access_token: "t", user: { id: "u" } };

it("the token store stores a session for all tabs", () => {
  tokenStore.setItem("foyer-admin", JSON.stringify(session));
  expect(localStorage.getItem("foyer-admin")).toBe(JSON.stringify(session));
  expect(readStoredSession("admin")).toEqual(session);
  expect(readStoredSession("workspace")).toBeNull();
});

it("the token store falls back to memory when storage is full, and removes the session there too", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  tokenStore.setItem("foyer-admin", JSON.stringify(session));
  expect(localStorage.getItem("foyer-admin")).toBeNull();
  expect(readStoredSession("admin")).toEqual(session);
  removeStoredSession("admin");
  expect(readStoredSession("admin")).toBeNull();
});

it.each([
  "nonsense",
  "null",
  "[]",
  "{}",
  '{"access_token":"t"}',
  '{"access_token":"","user":{"id":"u"}}',
])("the token store treats %s as no session", (text) => {
  localStorage.setItem("foyer-admin", text);
  expect(readStoredSession("admin")).toBeNull();
});
