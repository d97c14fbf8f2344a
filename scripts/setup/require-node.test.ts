import { afterEach, expect, test, vi } from "vitest";
import { requireNode } from "./require-node.mjs";

afterEach(() => vi.restoreAllMocks());

function run(version: string) {
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  requireNode(version);
  return { code: exit.mock.calls[0]?.[0], said: error.mock.calls.flat().join("\n") };
}

test.each(["20.19.0", "20.20.2", "22.0.0", "26.1.0"])("Node %s is new enough", (version) => {
  expect(run(version)).toEqual({ code: undefined, said: "" });
});

test.each(["20.18.3", "18.20.4", "16.0.0"])("Node %s is refused in one sentence", (version) => {
  expect(run(version)).toEqual({
    code: 1,
    said: `Foyer needs Node.js 20.19 or later; this is ${version}.`,
  });
});
