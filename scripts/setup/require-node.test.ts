import { afterEach, expect, test, vi } from "vitest";
import { requireNode } from "./require-node.mjs";

afterEach(() => vi.restoreAllMocks());

function run(version: string) {
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  requireNode(version);
  return { code: exit.mock.calls[0]?.[0], said: error.mock.calls.flat().join("\n") };
}

test.each(["20.19.0", "20.20.2", "22.12.0", "24.0.0", "26.1.0"])(
  "requireNode accepts Node.js %s",
  (version) => {
    expect(run(version)).toEqual({ code: undefined, said: "" });
  },
);

test.each(["22.11.0", "21.7.3", "20.18.3", "18.20.4"])(
  "requireNode rejects Node.js %s",
  (version) => {
    const said = `Foyer needs Node.js 20.19, 22.12 or later; this is ${version}.`;
    expect(run(version)).toEqual({ code: 1, said });
  },
);
