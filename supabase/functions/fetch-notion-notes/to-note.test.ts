import { describe, expect, it } from "vitest";
import { notionPage } from "../../../tests/support/fakes/fake-notion.ts";
import { toNote } from "./to-note.ts";

describe("a page is converted to a note", () => {
  it("a page is converted to a note with every displayed field", () => {
    const icon = { type: "emoji", emoji: "🧭" };
    expect(toNote(notionPage(7, { title: "Map", tags: ["travel", "2026"], icon }))).toEqual({
      id: "00000007-0000-4000-8000-000000000000",
      title: "Map",
      url: "https://www.notion.so/00000007000040008000000000000000",
      icon: { type: "emoji", emoji: "🧭" },
      lastEdited: "2026-11-19T12:00:00.000Z",
      tags: ["travel", "2026"],
    });
  });

  it.each([
    ["two parts", ["Two ", "parts"], "Two parts"],
    ["no part", [], "Untitled"],
    ["a blank part", ["  "], "Untitled"],
    ["characters that no database stores", ["a\u0000b\ud83e"], "ab\ufffd"],
    ["more than 500 characters", ["🧭".repeat(600)], "🧭".repeat(500)],
  ])("a page is converted to a note with a title of %s", (_what, parts, title) => {
    const Name = { type: "title", title: parts.map((plain_text) => ({ plain_text })) };
    expect(toNote({ ...notionPage(1), properties: { Name } })?.title).toBe(title);
  });

  it.each([
    [{ Areas: ["x"], tags: ["a", "b", "a", ""] }, ["a", "b"]],
    [{ Areas: ["x"], People: ["y"] }, ["x"]],
    [{}, []],
  ])("a page is converted to a note with the tags of %j", (properties, tags) => {
    const stored = Object.entries(properties).map(([name, list]) => [
      name,
      { type: "multi_select", multi_select: list.map((tag: string) => ({ name: tag })) },
    ]);
    const page = { ...notionPage(1), properties: Object.fromEntries(stored) };
    expect(toNote(page)?.tags).toEqual(tags);
  });

  it.each([
    [{ type: "external", external: { url: "https://x.example/i.png" } }, "https://x.example/i.png"],
    [{ type: "file", file: { url: "https://f.example/i.png" } }, "https://f.example/i.png"],
    [{ type: "custom_emoji", custom_emoji: { url: "http://e.example/" } }, "http://e.example/"],
  ])("a page is converted to a note with a picture as its icon: %j", (icon, url) => {
    expect(toNote(notionPage(1, { icon }))?.icon).toEqual({ type: "external", url });
  });

  it.each([
    null,
    undefined,
    "📄",
    { type: "emoji" },
    { type: "emoji", emoji: "" },
    { type: "emoji", emoji: "x".repeat(33) },
    { type: "external" },
    { type: "external", external: { url: "javascript:alert(1)" } },
    { type: "external", external: { url: "data:image/svg+xml,<svg/>" } },
    { type: "icon", icon: { name: "star" } },
  ])("a page is converted to a note without an icon for %j", (icon) => {
    expect(toNote(notionPage(1, { icon }))?.icon).toBeNull();
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "mailto:a@b.example",
    "/relative",
    null,
    7,
    { href: "https://x.example" },
    `https://x.example/${"a".repeat(5000)}`,
  ])("a page is converted to a note without a link for %j", (url) => {
    expect(toNote(notionPage(1, { url }))?.url).toBeNull();
  });

  it.each(["yesterday", null, 12, "9999-99-99"])(
    "a page is converted to a note without a time for %j",
    (time) => {
      expect(toNote(notionPage(1, { last_edited_time: time }))?.lastEdited).toBeNull();
    },
  );
});

it("a page that has only an id is converted to a note", () => {
  const id = "00000007-0000-4000-8000-000000000000";
  expect(toNote({ object: "page", id })).toEqual({
    id,
    title: "Untitled",
    url: null,
    icon: null,
    lastEdited: null,
    tags: [],
  });
});

it.each([
  null,
  "page",
  [],
  {},
  { object: "page" },
  { object: "page", id: "" },
  { object: "data_source", id: "x" },
  notionPage(1, { in_trash: true }),
  notionPage(1, { archived: true }),
])("toNote returns null for %j", (value) => {
  expect(toNote(value)).toBeNull();
});
