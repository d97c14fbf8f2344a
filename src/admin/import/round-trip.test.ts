import { validate } from "@jsonresume/schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMonthRange } from "../../../shared/month-range.ts";
import { fromResume } from "../../content/cv/from-resume.ts";
import { fromOwnExport, toOwnExport } from "../../content/cv/own-export.ts";
import type { Portfolio } from "../../content/portfolio.ts";
import { renderPage, renderResume } from "../../landing/prerender.tsx";
import { samplePortfolio } from "../../landing/sample.fixture.ts";
import { emptySite, importInto, readAsVisitor } from "./stored-import.fixture.ts";

const config = {
  supabaseUrl: "https://ada.example",
  publishableKey: "key",
  publicUrl: "https://ada.example",
  embedded: true,
};
const assets = {
  ...{ bootScript: "", css: "", otherMediaCss: "", landingEntry: "" },
  ...{ appModules: [], appCss: [], shareModules: [], shareCss: [] },
};
const now = new Date("2026-11-22T12:00:00Z");
const pageOf = (portfolio: Portfolio) => renderPage({ portfolio, config, assets, now }).html;
const resumeOf = (portfolio: Portfolio) => JSON.parse(renderResume({ portfolio, config }));

describe("resume.json", () => {
  it("resume.json is valid JSON Resume for any content", () => {
    fc.assert(
      fc.property(anyPortfolio(), (portfolio) => {
        validate(resumeOf(portfolio), (errors) => expect(errors).toBeNull());
      }),
      { numRuns: 30 },
    );
  });

  it("resume.json imported into an empty site yields the same page and leaves nothing to import again", async () => {
    await fc.assert(
      fc.asyncProperty(anyPortfolio(), async (portfolio) => {
        const resume = resumeOf(portfolio);
        const { site } = importInto(emptySite(), fromResume(resume));
        const restored = await readAsVisitor(site);
        expect(pageOf(restored)).toBe(pageOf(portfolio));
        expect(resumeOf(restored)).toEqual(resume);
        const again = importInto(site, fromResume(resume));
        expect(again.plan.items.filter(({ status }) => status !== "same")).toEqual([]);
        expect(fromResume(resume).notes).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it("resume.json uses standard fields, and fields of its own for values without one", () => {
    const { basics, work, skills, projects, meta } = resumeOf(samplePortfolio());
    expect(basics).toMatchObject({
      name: "Ada Lovelace",
      label: "I compute.",
      email: "ada@example.com",
      summary: "First programmer.",
      location: { city: "London" },
      image: "https://ada.example/sample/profile-640.webp",
      profiles: [{ network: "GitHub", url: "https://github.com/ada" }, { network: "Letters" }],
    });
    expect(work[0]).toEqual({
      name: "Babbage",
      position: "Analyst",
      location: "London",
      startDate: "1842",
      endDate: "1843",
      summary: "Notes A to G.",
      keywords: ["Bernoulli"],
      foyer: { dateRange: "1842 – 1843", textOnly: true },
    });
    expect(skills[0]).toMatchObject({ name: "Languages", keywords: ["TypeScript"] });
    expect(projects[0]).toMatchObject({ url: "https://g.example/", keywords: ["Punched cards"] });
    expect(meta.foyer.info.bio).toBe("<p>First <strong>programmer</strong>.</p>");
  });

  it("resume.json has neither the entries of hidden sections nor the icons of the signed-in areas", () => {
    const portfolio = samplePortfolio();
    portfolio.info.sections = JSON.stringify({ order: [], hidden: ["experience", "about"] });
    portfolio.info.adminFaviconSvg = "<svg/>";
    const resume = resumeOf(portfolio);
    expect(resume.work).toEqual([]);
    expect(Object.keys(resume.meta.foyer.info)).toEqual([
      "bio",
      "profilePictureUrl",
      "faviconSvg",
      "sections",
    ]);
  });
});

describe("the site's own export", () => {
  it("the site's own export restores content, order and visibility", () => {
    fc.assert(
      fc.property(anyPortfolio(), (portfolio) => {
        const { site } = importInto(emptySite(), fromResume(resumeOf(portfolio)));
        site.skill_categories.sort((a, b) => a.name.localeCompare(b.name));
        Object.assign(site.experience[0] ?? {}, { visibility: "draft" });
        Object.assign(site.skill_categories[0] ?? {}, { visibility: "hidden" });
        const file = toOwnExport(site, now);
        const read = fromOwnExport(JSON.parse(JSON.stringify(file)));
        const { site: restored } = importInto(emptySite(), read);
        const inOrder = {
          ...restored,
          experience: newestFirst(restored.experience),
          education: newestFirst(restored.education),
          projects: newestFirst(restored.projects),
          skill_categories: byPosition(restored.skill_categories),
          skills: byPosition(restored.skills),
          social_links: restored.social_links.toSorted(
            (a, b) => Number(a.display_order) - Number(b.display_order),
          ),
        };
        const { skills, ...content } = toOwnExport(inOrder, now).content as {
          skills: object[];
        };
        expect(content).toEqual({ ...file.content, skills: undefined });
        expect(new Set(skills)).toEqual(new Set(file.content.skills as object[]));
      }),
      { numRuns: 20 },
    );
  });
});

/** Sorts rows by position or else by start, newest first. */
function newestFirst<Row extends { position: number | null; start_month: string | null }>(
  rows: Row[],
): Row[] {
  return byPosition(
    rows.toSorted((a, b) => String(b.start_month).localeCompare(String(a.start_month))),
  );
}

function byPosition<Row extends { position: number | null }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => Number(a.position) - Number(b.position));
}

function anyPortfolio(): fc.Arbitrary<Portfolio> {
  const text = fc
    .oneof(
      fc.constantFrom("A", "b & c", "<i>x</i>", "- list", "Über 東京", "مرحبا", "👩‍💻 dev", '"q"'),
      fc.string({ maxLength: 12, unit: "grapheme" }),
    )
    .map((value) => value.replace(/[\p{C}\s]+/gu, " ").trim());
  const some = text.map((value) => value || "x");
  const lines = fc
    .array(
      fc.oneof(
        some,
        some.map((value) => `- ${value}`),
      ),
      { maxLength: 4 },
    )
    .map((all) => all.join("\n") || null);
  const words = fc.option(fc.array(some, { minLength: 1, maxLength: 3 }).map(unique));
  const month = fc
    .tuple(fc.integer({ min: 1990, max: 2026 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, number]) => `${year}-${String(number).padStart(2, "0")}-01`);
  const range = fc.oneof(
    fc.constantFrom("2019 – 2021", "2020", "Mar 2021 – Present", "Some time", null).map((text) => ({
      date_range: text,
      start_month: null,
      end_month: null,
    })),
    fc.tuple(month, fc.option(month), fc.boolean()).map(([one, other, own]) => {
      const [start, end] = other && other < one ? [other, one] : [one, other];
      const written = formatMonthRange(start, end);
      return { date_range: own ? "since then" : written, start_month: start, end_month: end };
    }),
  );
  const link = fc.constantFrom("https://a.example/", "https://b.example/x?y=1");
  const entry = fc
    .record({
      title: some,
      organization: some,
      location: fc.option(some),
      description: lines,
      skills: words,
    })
    .chain((row) => range.map((period) => ({ ...row, ...period })));
  const linked = entry.chain((row) =>
    fc.option(link).map((url) => ({ ...row, organization_link: url })),
  );
  const date = fc.oneof(
    fc
      .constantFrom("2020", "Mar 2021", "Long ago", null)
      .map((text) => ({ date_range: text, start_month: null })),
    fc.tuple(month, fc.boolean()).map(([start, own]) => {
      const written = formatMonthRange(start, start);
      return { date_range: own ? "back then" : written, start_month: start };
    }),
  );
  const dated = (columns: Record<string, fc.Arbitrary<unknown>>) =>
    fc
      .record({ title: some, organization: fc.option(some), ...columns })
      .chain((row) => date.map((one) => ({ ...row, ...one })));
  const and = (rows: fc.Arbitrary<object>, columns: Record<string, fc.Arbitrary<unknown>>) =>
    rows.chain((row) => fc.record(columns).map((others) => ({ ...row, ...others })));
  const without =
    (column: string) =>
    ({ [column]: _, ...row }: Record<string, unknown>) =>
      row;
  return fc.record({
    info: fc.record(
      {
        displayName: some,
        fullName: some,
        tagline: some,
        location: some,
        bio: some.map((value) => `<p>${value.replace(/[<&]/g, "")}</p>`),
        personalStatement: fc.constant("<p>On <em>the</em> engine &amp; more.</p>"),
        email: fc.constant("ada@example.com"),
        cvPhone: fc.constant("+44 20 7946 0000"),
        profilePictureUrl: fc.constantFrom("/sample/profile-640.webp", "https://p.example/a.png"),
        faviconSvg: fc.constant('<svg viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'),
        sections: fc.constant(
          '{"order":["projects","about","education","experience","skills","volunteering","certificates","awards","publications","languages","interests","recommendations"],"hidden":["skills"],"titles":{"about":""}}',
        ),
        highlightUsers: some,
        contactLead: some,
      },
      { requiredKeys: ["displayName"] },
    ),
    links: fc.array(
      fc.record({ name: some, url: link, username: fc.option(some), icon_key: fc.option(some) }),
      { maxLength: 3 },
    ),
    education: fc.array(and(linked, { area: fc.option(some), grade: fc.option(some) }), {
      maxLength: 3,
    }),
    experience: fc.array(and(linked, { organization_text: fc.option(some) }), { maxLength: 4 }),
    volunteering: fc.array(linked.map(without("skills")), { maxLength: 2 }),
    certificates: fc.array(
      dated({ link: fc.option(link), number: fc.option(some), expires_month: fc.option(month) }),
      {
        maxLength: 2,
      },
    ),
    awards: fc.array(dated({ link: fc.option(link), description: lines }), { maxLength: 2 }),
    publications: fc.array(
      dated({ authors: fc.option(some), link: fc.option(link), description: lines }),
      { maxLength: 2 },
    ),
    languages: fc.array(fc.record({ title: some, level_text: fc.option(some) }), { maxLength: 2 }),
    interests: fc.array(fc.record({ title: some, skills: words }), { maxLength: 2 }),
    recommendations: fc.array(
      fc.record({ title: some, organization: fc.option(some), description: lines }),
      { maxLength: 2 },
    ),
    projects: fc.array(
      and(range, {
        name: some,
        description: lines,
        image_url: fc.option(fc.constantFrom("/sample/a-800.webp", "https://p.example/b.png")),
        image_alt: fc.option(some),
        stack: words,
        github_link: fc.option(link),
        live_link: fc.option(link),
        organization: fc.option(some),
        roles: words,
        type: fc.option(some),
      }),
      { maxLength: 4 },
    ),
    skills: fc
      .array(
        fc.record({
          name: some,
          level: fc.option(fc.integer({ min: 0, max: 100 })),
          level_text: fc.option(some),
          icon: fc.option(fc.constantFrom("React", "Git", "own")),
          position: fc.constant(null),
          skill_categories: fc.option(
            fc.constantFrom("Web", "Data", "Other").map((name) => ({ name, position: null })),
          ),
        }),
        { maxLength: 6 },
      )
      .map((rows) =>
        rows.sort(
          (a, b) => Number(b.level ?? -1) - Number(a.level ?? -1) || a.name.localeCompare(b.name),
        ),
      ),
  }) as fc.Arbitrary<Portfolio>;
}

function unique(list: string[]): string[] {
  return [...new Set(list)];
}
