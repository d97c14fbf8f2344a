import { expect, it } from "vitest";
import { resolveName } from "./run-uploads.ts";
import type { Names } from "./upload-backend.ts";
import type { ConflictChoice } from "./upload-machine.ts";

const names: Names = new Map([
  ["a.txt", { id: "1", isFolder: false }],
  ["a (1).txt", { id: "2", isFolder: false }],
  ["b", { id: "3", isFolder: true }],
]);

const named = (name: string, replaces: string | null = null) => ({ type: "named", name, replaces });
const asked = (takenByFolder: boolean) => ({ type: "conflicted", takenByFolder });

it.each<[string, ConflictChoice | null, object]>([
  ["free.txt", null, named("free.txt")],
  ["free.txt", "replace", named("free.txt")],
  ["free.txt", "skip", named("free.txt")],
  ["a.txt", null, asked(false)],
  ["a.txt", "replace", named("a.txt", "1")],
  ["a.txt", "both", named("a (2).txt")],
  ["a.txt", "skip", { type: "skipped" }],
  ["b", null, asked(true)],
  ["b", "replace", asked(true)],
  ["b", "both", named("b (1)")],
  ["b", "skip", { type: "skipped" }],
])("resolves %s with the choice %s", (name, choice, outcome) => {
  expect(resolveName(name, names, choice)).toEqual(outcome);
});
