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
  image_alt: "A field",
};

it("changedFields lists the fields whose values differ, in the editor's order, without places and revisions", () => {
  const then = { ...now, visibility: "draft", stack: ["Rust"], revision: 1, position: null };
  expect(changedFields("projects", { ...then, image_alt: null }, now)).toEqual([
    { label: "Stack", mine: "Rust", theirs: "Rust, Wasm" },
    { label: "Picture description", mine: "", theirs: "A field" },
    { label: "Visibility", mine: "draft", theirs: "public" },
  ]);
  const same = { ...then, stack: now.stack, visibility: "public" };
  expect(changedFields("projects", same, now)).toEqual([]);
  const empty = { ...same, position: now.position, image_alt: now.image_alt, github_link: "" };
  expect(changedFields("projects", empty, now)).toEqual([]);
});

it("changedFields ignores a column newer than the version, and shows values by name", () => {
  const skill = { name: "SQL", category_id: "c1", icon: "own" };
  const { icon: _, ...before } = skill;
  const show = { category_id: (id: string) => (id === "c1" ? "Web" : "Data") };
  expect(changedFields("skills", { ...before, category_id: "c2" }, skill, show)).toEqual([
    { label: "Category", mine: "Data", theirs: "Web" },
  ]);
});
