import { expect, it } from "vitest";
import { formatSections, headingsOf, parseSections, SECTION_IDS } from "./sections.ts";

const defaultLayout = { order: [...SECTION_IDS], hidden: [], titles: {}, subtitles: {} };

it.each([
  undefined,
  "",
  "{",
  "null",
  "1",
  '"about"',
  "[]",
  '{"order":"about","hidden":{}}',
  '{"order":[["about"],null,3,"__proto__","contact","home"],"hidden":["contact"]}',
  '{"__proto__":{"hidden":["about"]}}',
  `{"titles":{"about":1,"contact":"x","skills":"${"x".repeat(61)}"},"subtitles":["x"]}`,
])("parseSections ignores %j", (stored) => {
  expect(parseSections(stored)).toEqual(defaultLayout);
});

it("parseSections reads the order and the hidden sections, each section once", () => {
  const order = SECTION_IDS.toReversed();
  const stored = { order: [...order, "projects"], hidden: ["skills", "skills"] };
  expect(parseSections(JSON.stringify(stored))).toEqual({
    ...defaultLayout,
    order,
    hidden: ["skills"],
  });
});

it("parseSections puts a missing section after the one it follows by default", () => {
  const { order } = parseSections('{"order":["projects","experience"]}');
  expect(order.toSorted()).toEqual(SECTION_IDS.toSorted());
  expect(order.slice(0, 2)).toEqual(["about", "education"]);
  expect(order.slice(2, 5)).toEqual(["projects", "experience", "skills"]);
  expect(order.slice(5)).toEqual(SECTION_IDS.slice(5));
});

it("headingsOf reads the owner's headings and leaves out empty ones", () => {
  const stored =
    '{"titles":{"skills":"Practice areas","projects":""},"subtitles":{"education":""}}';
  const layout = parseSections(stored);
  expect(headingsOf(layout)).toMatchObject({
    skills: { title: "Practice areas", name: "Practice areas", subtitle: "" },
    projects: { title: "", name: "Projects" },
    education: { title: "Education", subtitle: "" },
    experience: { subtitle: "My journey through various roles and responsibilities." },
  });
  expect(parseSections(formatSections(layout))).toEqual(layout);
  expect(formatSections(parseSections(""))).not.toContain("titles");
});
