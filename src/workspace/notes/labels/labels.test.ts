import { expect, it } from "vitest";
import { anyNote } from "../note.fixture.ts";
import { NotesStore } from "../notes-store.ts";
import { countLabels, labelFor } from "./labels.ts";

it("countLabels counts the labels of active and archived notes, in order", () => {
  const store = new NotesStore();
  store.server.add(anyNote("a", { labels: ["b", "label 10", "label 9"] }));
  store.server.add(anyNote("c", { labels: ["b", "Ä"], is_archived: true }));
  expect([...countLabels(store)]).toEqual([
    ["Ä", 1],
    ["b", 2],
    ["label 9", 1],
    ["label 10", 1],
  ]);
});

it.each([
  ["  to   do ", "to do"],
  ["JARDIN", "Jardín"],
  ["", ""],
  ["Jardines", "Jardines"],
])("labelFor converts %j to the label %j", (text, label) => {
  expect(labelFor(text, ["Jardín", "Work"])).toBe(label);
});
