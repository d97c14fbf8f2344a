import { expect, it } from "vitest";
import { parseSections } from "../../content/sections.ts";
import type { SiteContent } from "./plan-item.ts";
import { defaultSubtitles, withoutSubtitles } from "./plan-subtitles.ts";

const siteWith = (layout: object | null) =>
  ({
    info: layout ? [{ key: "sections", value: JSON.stringify(layout), revision: 4 }] : [],
  }) as unknown as SiteContent;

it("withoutSubtitles leaves out default subtitles, and keeps the owner's layout and other rows", () => {
  const tagline = { key: "tagline", value: "Hi", revision: null };
  const site = siteWith({
    order: ["skills", "about"],
    hidden: ["about"],
    subtitles: { education: "Mine" },
  });
  expect(defaultSubtitles(site)).toEqual(["experience"]);
  const [kept, layout] = withoutSubtitles([tagline], site);
  expect(kept).toBe(tagline);
  expect(layout).toMatchObject({ key: "sections", revision: 4 });
  expect(parseSections(`${layout?.value}`)).toMatchObject({
    hidden: ["about"],
    subtitles: { education: "Mine", experience: "" },
  });
  expect(parseSections(`${layout?.value}`).order[0]).toBe("skills");
});

it("withoutSubtitles changes a layout that the same import adds, except its own subtitles", () => {
  const value = JSON.stringify({ order: ["projects"], subtitles: { experience: "Theirs" } });
  const rows = withoutSubtitles([{ key: "sections", value, revision: null }], siteWith(null));
  expect(rows).toHaveLength(1);
  expect(parseSections(`${rows[0]?.value}`)).toMatchObject({
    subtitles: { education: "", experience: "Theirs" },
  });
  expect(defaultSubtitles(siteWith({ subtitles: { education: "", experience: "" } }))).toEqual([]);
});
