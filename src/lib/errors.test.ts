import { afterEach, describe, expect, it, vi } from "vitest";
import { BackendError, messageOf, readErrorOf, unwrap } from "./errors.ts";

afterEach(() => vi.unstubAllGlobals());

describe("a request without a response", () => {
  const failures = [
    "Failed to fetch",
    "Failed to fetch (example.com)",
    "TypeError: Failed to fetch",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
  ];

  it.each(failures)("a request without a response is reported as offline: %s", (message) => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(messageOf(new TypeError(message))).toBe("You're offline. Nothing was changed.");
    expect(() => unwrap({ data: null, error: { message } })).toThrow("You're offline.");
    expect(readErrorOf(new TypeError(message))).toBe("Can't load while offline.");
  });

  it.each(failures)(
    "a request without a response is reported as a server problem while online: %s",
    (message) => {
      vi.stubGlobal("navigator", { onLine: true });
      expect(messageOf(new TypeError(message))).toMatch(/^The server could not be reached\./);
      expect(readErrorOf(new TypeError(message))).toBe(messageOf(new TypeError(message)));
    },
  );
});

describe("code that cannot be loaded", () => {
  // The messages of Chromium, Firefox and Safari.
  const failures = [
    "Failed to fetch dynamically imported module: https://x.example/assets/tasks-page-a.js",
    "error loading dynamically imported module: https://x.example/assets/tasks-page-a.js",
    "Importing a module script failed.",
  ];

  it.each(failures)("code that cannot be loaded is reported without its address: %s", (message) => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(readErrorOf(new TypeError(message))).toBe("Can't load while offline.");
    vi.stubGlobal("navigator", { onLine: true });
    expect(readErrorOf(new TypeError(message))).toMatch(/^The server could not be reached\./);
  });
});

it.each([
  ["skill_categories_name_key", "This name is already taken."],
  ["workspace_files_name", "This name is already taken."],
  ["workspace_files_pkey", "This already exists."],
])("the message of an error is a sentence for a value that exists: %s", (constraint, text) => {
  const message = `duplicate key value violates unique constraint "${constraint}"`;
  const refused = { data: null, error: { message, code: "23505" } };
  expect(() => unwrap(refused)).toThrow(expect.objectContaining({ message: text, code: "23505" }));
});

it("an error keeps the backend's message", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(messageOf(new BackendError("Failed to fetch dashboard statistics."))).toBe(
    "Failed to fetch dashboard statistics.",
  );
  expect(messageOf(new Error("The disk is full."))).toBe("The disk is full.");
});
