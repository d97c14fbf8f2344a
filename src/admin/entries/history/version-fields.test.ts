import { expect, it } from "vitest";
import { changedFields } from "./version-fields.ts";

const now = {
  id: "1",
  revision: 3,
  position: 2,
  visibility: "public",
  name: "Quadrat",
  stack: ["Rust", "Wasm"],
  github_link: null,
  category_id: "c1",
  alt_text: "A field",
};

it("lists the columns whose values differ, in a fixed order, without places and revisions", () => {
  const then = { ...now, visibility: "draft", stack: ["Rust"], revision: 1, position: null };
  expect(changedFields({ ...then, alt_text: null }, now)).toEqual([
    { label: "Stack", mine: "Rust", theirs: "Rust, Wasm" },
    { label: "Visibility", mine: "draft", theirs: "public" },
    { label: "Alt text", mine: "", theirs: "A field" },
  ]);
  expect(changedFields({ ...then, stack: now.stack, visibility: "public" }, now)).toEqual([]);
});

it("ignores a column that did not exist then, and shows values by name", () => {
  const { alt_text: _, ...before } = now;
  const show = { category_id: (id: string) => (id === "c1" ? "Web" : "Data") };
  expect(changedFields({ ...before, category_id: "c2" }, now, show)).toEqual([
    { label: "Category", mine: "Data", theirs: "Web" },
  ]);
});
