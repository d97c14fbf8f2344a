import { describe, expect, it } from "vitest";
import { fromTimelines, headingsOf, SECTION_IDS } from "../content/sections.ts";
import { en } from "../content/texts/en.ts";
import { sanitizeHtmlOnServer } from "../lib/sanitize/sanitize-html-server.ts";
import { withAnchors } from "./anchors.ts";
import { avifSet, sourceSet } from "./picture.ts";
import { emptyPortfolio, samplePortfolio } from "./sample.fixture.ts";
import { toPageContent } from "./to-page-content.ts";

const contentOf = (portfolio = samplePortfolio()) =>
  toPageContent(portfolio, sanitizeHtmlOnServer, null);

/** The sections of a new site; the others appear with their first entry. */
const USUAL = ["about", "education", "experience", "skills", "projects"];

describe("toPageContent", () => {
  it("toPageContent sanitizes both rich texts", () => {
    const portfolio = samplePortfolio();
    portfolio.info.bio = "<p>a</p><script>x()</script>";
    portfolio.info.personalStatement = '<p onclick="x()">b</p>';
    expect(contentOf(portfolio)).toMatchObject({ bio: "<p>a</p>", statement: "<p>b</p>" });
  });

  it("toPageContent drops unsafe links", () => {
    const portfolio = samplePortfolio();
    portfolio.links.push({ name: "Bad", url: "javascript:alert(1)", icon_key: null });
    portfolio.education[0] = {
      ...portfolio.education[0],
      organization_link: "data:text/html,x",
    } as never;
    const content = contentOf(portfolio);
    expect(content.links.map(({ name }) => name)).toEqual(["GitHub", "Letters"]);
    expect(content.education[0]?.link).toBeNull();
    expect(content.projects[1]?.live).toBeNull();
    expect(content.projects[0]?.live).toBe("https://g.example/");
  });

  it.each([
    ["github", "https://github.com/ada"],
    [" GITHUB ", "https://github.com/ada"],
    ["Git Hub", null],
  ])("links 'View All' with the link named %j to %j", (name, github) => {
    const portfolio = samplePortfolio();
    portfolio.links = [{ name, url: "https://github.com/ada", icon_key: "github" }];
    expect(contentOf(portfolio).github).toBe(github);
  });

  it("toPageContent clamps levels to 0 to 100", () => {
    const portfolio = samplePortfolio();
    portfolio.skills = [-5, 250, 33].map((level) => ({
      name: `${level}`,
      level,
      level_text: null,
      icon: null,
      position: null,
      skill_categories: null,
    }));
    expect(contentOf(portfolio).skillGroups[0]?.skills.map(({ level }) => level)).toEqual([
      0, 100, 33,
    ]);
  });

  it("toPageContent sets widths only for pictures that ship with the site", () => {
    const { portrait, projects } = contentOf();
    expect(portrait && avifSet(portrait)).toBe(
      "/sample/profile-320.avif 320w, /sample/profile-640.avif 640w",
    );
    expect(projects[0]?.picture).toBeNull();
    expect(projects[1]?.picture).toMatchObject({ widths: [], width: 800, height: 500 });
  });

  it("toPageContent reads the sizes and formats of an uploaded picture from its address", () => {
    const bucket = "https://db.example/storage/v1/object/public/profile-pictures";
    const pictureAt = (file: string) => {
      const portfolio = samplePortfolio();
      for (const row of portfolio.projects) row.image_url = `${bucket}/projects/${file}`;
      return contentOf(portfolio).projects[0]?.picture ?? null;
    };
    const picture = pictureAt("mk1-1600x900-avif-800.webp");
    expect(picture).toMatchObject({ width: 1600, height: 900 });
    expect(picture && sourceSet(picture).split(", ")).toEqual([
      `${bucket}/projects/mk1-1600x900-avif-400.webp 400w`,
      `${bucket}/projects/mk1-1600x900-avif-800.webp 800w`,
      `${bucket}/projects/mk1-1600x900-avif-1600.webp 1600w`,
    ]);
    expect(picture && avifSet(picture)).toContain("/mk1-1600x900-avif-1600.avif 1600w");

    const small = pictureAt("mk1-900x2400-900.jpg");
    expect(small).toMatchObject({ width: 900, height: 2400, widths: [400, 900] });
    expect(small && avifSet(small)).toBeNull();
    const portfolio = samplePortfolio();
    for (const row of portfolio.projects) row.image_url = `${bucket}/projects/mk1-900x600-900.webp`;
    const avif = new Set(["mk1-900x600"]);
    const baked = toPageContent(portfolio, sanitizeHtmlOnServer, null, { avif }).projects[0];
    expect(baked?.picture?.avif, "of a static site").toBe("/pictures/mk1-900x600");
    for (const other of ["mk1-9999x900-avif-800.webp", "mk1-0x0-0.webp", "../mk1-9x9-9.webp"]) {
      expect(pictureAt(other), other).toMatchObject({ width: 800, height: 500, widths: [] });
    }
  });

  it("toPageContent shows a project's picture on the first screen only while the project is shown", () => {
    const portfolio = samplePortfolio();
    portfolio.info.heroPicture = portfolio.projects[1]?.image_url ?? "";
    expect(contentOf(portfolio).heroProject).toBe(1);
    portfolio.info.sections = JSON.stringify({ order: [], hidden: ["projects"] });
    expect(contentOf(portfolio).heroProject).toBeNull();
    expect(contentOf().heroProject).toBeNull();
  });

  it("toPageContent publishes no empty section, except in the preview", () => {
    const portfolio = { ...samplePortfolio(), education: [], skills: [] };
    expect(contentOf(portfolio).sections).toEqual(["about", "experience", "projects"]);
    expect(contentOf(emptyPortfolio()).sections).toEqual(["about"]);
    const preview = toPageContent(portfolio, sanitizeHtmlOnServer, null, { emptySections: true });
    expect(preview.sections).toEqual(USUAL);
  });

  it("toPageContent orders the sections, and leaves out hidden ones with their entries and facts", () => {
    const portfolio = samplePortfolio();
    portfolio.info.sections = JSON.stringify({
      order: ["projects", "skills", "education", "experience", "about"],
      hidden: ["experience", "about"],
    });
    const content = contentOf(portfolio);
    expect(content).toMatchObject({
      sections: ["projects", "skills", "education"],
      experience: [],
      latestRole: null,
      statement: "",
    });
    expect(JSON.stringify(content)).not.toMatch(/Babbage|On the engine/);
  });

  it("toPageContent puts several jobs in a row at one employer together, with their whole period", () => {
    const job = (organization: string, start_month: string | null, end_month: string | null) => ({
      ...{ title: "Shipwright", date_range: null, organization, start_month, end_month },
    });
    const jobs = [
      job("Hull", "2023-01-01", null),
      job("Hull", "2020-01-01", "2022-12-01"),
      job("Stern", "2018-01-01", "2019-12-01"),
      job("Hull", "2016-01-01", "2017-12-01"),
      job("Keel", "2014-01-01", "2015-12-01"),
      job("Keel", null, null),
      job("", "2012-01-01", "2013-12-01"),
      job("", "2010-01-01", "2011-12-01"),
    ];
    const { experience } = contentOf({ ...samplePortfolio(), experience: jobs });
    expect(experience.map(({ run }) => run)).toEqual([
      { count: 2, dates: "Jan 2020 – Present" },
      ...[undefined, undefined, undefined],
      // The start of one entry is unknown.
      { count: 2, dates: "" },
      ...[undefined, undefined, undefined],
    ]);
  });

  it("toPageContent shows the start of a job that has not begun, and announces another job", () => {
    const start_month = `${new Date().getFullYear() + 2}-05-01`;
    const ahead = {
      ...{ title: "Captain", organization: "Hull", start_month },
      date_range: `May ${start_month.slice(0, 4)} – Present`,
    };
    const now = { title: "Mate", organization: "Stern", start_month: "2020-01-01" };
    const content = contentOf({ ...samplePortfolio(), experience: [ahead, now] });
    expect(content.experience[0]?.dates).toBe(`From May ${start_month.slice(0, 4)}`);
    expect(content.latestRole).toEqual({ title: "Mate", organization: "Stern" });
  });

  it("toPageContent offers an uploaded CV only while the owner has turned that on, and no other address", () => {
    const portfolio = samplePortfolio();
    const path = "/storage/v1/object/public/profile-pictures/public/cv-1.pdf";
    const cvOf = (cvFile: string, cvDownload = "file") => {
      const info = { ...portfolio.info, cvFile, cvDownload };
      return contentOf({ ...portfolio, info }).cvFile;
    };
    expect(cvOf(path)).toBe(`${path}?download=Ada%20Lovelace%20CV.pdf`);
    expect(cvOf(`https://db.example${path}`)).toMatch(/^https:\/\/db\.example\/storage/);
    expect(cvOf(path, "")).toBeNull();
    for (const other of [
      "",
      "https://db.example/cv-1.pdf",
      `/${path}`,
      `javascript:${path}`,
      `${path}?x`,
      path.replace("cv-1.pdf", "cv-1.html"),
    ]) {
      expect(cvOf(other), other).toBeNull();
    }
  });

  it("toPageContent continues a long bio in About, unless that is hidden", () => {
    const portfolio = samplePortfolio();
    const [first, rest] = ["<p>First.</p>", `<p>${"More. ".repeat(100)}</p>`];
    portfolio.info.bio = first + rest;
    expect(contentOf(portfolio)).toMatchObject({
      bio: first + rest,
      lead: first,
      story: `${rest}<p>On the engine.</p>`,
    });
    portfolio.info.bio = `<p></p>${first}${rest}`;
    expect(contentOf(portfolio)).toMatchObject({ lead: `<p></p>${first}` });
    portfolio.info.bio = rest;
    expect(contentOf(portfolio)).toMatchObject({ lead: rest, story: "<p>On the engine.</p>" });
    portfolio.info.bio = first + rest;
    portfolio.info.sections = '{"hidden":["about"]}';
    expect(contentOf(portfolio)).toMatchObject({ lead: first + rest, story: "" });
    portfolio.info = { bio: "<p>Short.</p><p>Bio.</p>" };
    expect(contentOf(portfolio)).toMatchObject({ lead: portfolio.info.bio, story: "" });
  });

  it("toPageContent returns empty content for an empty site", () => {
    expect(contentOf(emptyPortfolio())).toEqual({
      texts: en,
      name: "",
      fullName: "",
      tagline: "",
      location: "",
      bio: "",
      statement: "",
      lead: "",
      story: "",
      email: null,
      phone: "",
      portrait: null,
      icon: null,
      accent: null,
      look: "plex",
      sections: ["about"],
      headings: withAnchors(headingsOf({ titles: {}, subtitles: {} }), SECTION_IDS, ["about"]),
      highlights: ["", "", ""],
      contactLead: "",
      ...fromTimelines(() => []),
      latestRole: null,
      newest: [],
      introduction: "This is my page.",
      skillGroups: [],
      projects: [],
      heroProject: null,
      cvFile: null,
      links: [],
      github: null,
    });
  });
});
