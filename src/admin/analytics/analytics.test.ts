import { describe, expect, it } from "vitest";
import { daysCsv, rankedCsv } from "./analytics-csv.ts";
import { type Analytics, analyticsSchema } from "./analytics-schema.ts";
import { barsPath, describeDay } from "./chart-shape.ts";
import { rankLinks, rankSources } from "./rankings.ts";

const analytics: Analytics = analyticsSchema.parse({
  days: [
    { date: "2026-11-20", visits: 4, visitors: null, bots: 0 },
    { date: "2026-11-21", visits: 20, visitors: 12, bots: 3 },
  ],
  referred: 15,
  referrers: [
    { host: "news.example", visits: 8 },
    { host: "other.invalid", visits: 4 },
    { host: "xn--r8jz45g.jp", visits: 2 },
  ],
  links: [
    { kind: "project", subject: "1", name: "=SUM(A1)", clicks: 5 },
    { kind: "code", subject: "2", name: null, clicks: 2 },
    { kind: "contact", subject: "form", name: null, clicks: 1 },
    { kind: "cv", subject: "", name: null, clicks: 1 },
  ],
});

describe("the lists", () => {
  it("the lists add direct visits and unlisted hosts, so that the sources add up to the visits", () => {
    const sources = rankSources(analytics);
    expect(sources.map(({ label, count }) => [label, count])).toEqual([
      ["Direct or unknown", 9],
      ["news.example", 8],
      ["Other sites", 5],
      ["xn--r8jz45g.jp", 2],
    ]);
  });

  it("the analytics name each link as the page does, and mark deleted entries", () => {
    expect(rankLinks(analytics).map(({ label, note }) => [label, note])).toEqual([
      ["=SUM(A1)", "Project"],
      ["Deleted entry", "Code of a project"],
      ["Message form", "Contact"],
      ["CV", undefined],
    ]);
  });
});

describe("CSV", () => {
  it("CSV has a line per day, without visitors where they were not counted", () => {
    expect(daysCsv(analytics.days)).toBe(
      '\ufeff"Day","Visits","Visitors","Bots"\r\n"2026-11-20","4","","0"\r\n"2026-11-21","20","12","3"\r\n',
    );
  });

  it("the CSV file neutralizes a project's name that is a formula", () => {
    const csv = rankedCsv(rankLinks(analytics), "Clicks");
    expect(csv).toContain(`"'=SUM(A1)","Project","5"\r\n`);
  });
});

describe("the chart", () => {
  it("the chart draws a bar for each day with a count, scaled to the maximum", () => {
    expect(barsPath([0, 5, 10], 10)).toBe("M1.1 100v-50h.8v50zM2.1 100v-100h.8v100z");
    expect(barsPath([null, 0], 5)).toBe("");
  });

  it("the chart describes a day with what is known of it", () => {
    expect(analytics.days.map(describeDay)).toEqual([
      "Fri, Nov 20, 2026: 4 visits",
      "Sat, Nov 21, 2026: 20 visits, 12 visitors",
    ]);
  });
});
