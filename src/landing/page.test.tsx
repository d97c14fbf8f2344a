// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  PersonalInfo,
  Portfolio,
  ProjectRow,
  SkillRow,
  TimelineRow,
} from "../content/portfolio.ts";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { Page } from "./page.tsx";
import { samplePortfolio } from "./sample.fixture.ts";
import { toPageContent } from "./to-page-content.ts";

function show(info: PersonalInfo = {}, lists: Partial<Portfolio> = {}) {
  const portfolio = { ...samplePortfolio(), ...lists };
  Object.assign(portfolio.info, info);
  const content = toPageContent(portfolio, sanitizeHtmlInBrowser, "/favicon.svg");
  return render(<Page content={content} year={2026} />);
}

const region = (name: string) => within(screen.getByRole("region", { name }));
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("sections", () => {
  it("the page has one h1, and heading levels never skip a level", () => {
    show();
    const levels = screen.getAllByRole("heading").map(({ tagName }) => Number(tagName[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, at) => at === 0 || level - (levels[at - 1] ?? 0) <= 1)).toBe(true);
  });

  const headings = () =>
    screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  const menu = () =>
    within(screen.getByRole("navigation", { name: "Main" }))
      .getAllByRole("link")
      .map(({ textContent }) => textContent);

  it("sections are in the specified order by default, and the menu lists them", () => {
    show();
    expect(headings()).toEqual([
      ...["About", "Education", "Professional Experience", "My Tech Stack"],
      ...["Featured Projects", "Get In Touch"],
    ]);
    expect(menu()).toEqual(["Home", "About", "Experience", "Skills", "Projects", "Contact"]);
  });

  it("sections follow the owner's layout, and so do the menus and the links of the greeting", () => {
    const order = ["skills", "experience", "education", "about", "projects"];
    show({ sections: JSON.stringify({ order, hidden: ["projects", "education"] }) });
    expect(headings()).toEqual([
      "My Tech Stack",
      "Professional Experience",
      "About",
      "Get In Touch",
    ]);
    expect(menu()).toEqual(["Home", "Skills", "Experience", "About", "Contact"]);
    const work = () => screen.queryByRole("link", { name: "View My Work" });
    expect(work()?.getAttribute("href")).toBe("#experience");
    expect(document.querySelectorAll('a[href="#projects"]')).toHaveLength(0);
    cleanup();
    show({ sections: JSON.stringify({ order, hidden: ["projects", "experience"] }) });
    expect(work()).toBeNull();
  });

  it("About and Get In Touch show the owner's texts as plain text", () => {
    show({ highlightUsers: "<b>Mine</b>", contactLead: "Write to me." });
    region("About").getByText("<b>Mine</b>");
    region("Get In Touch").getByText("Write to me.");
  });

  it("About shows the fixed blocks that the owner has written", () => {
    const blocks = () =>
      region("About")
        .queryAllByRole("heading", { level: 3 })
        .map((title) => title.textContent);
    show({ highlightInnovation: "Mine", highlightUsers: "Mine", highlightAmbition: "Mine" });
    expect(blocks()).toEqual([
      "Innovation & Problem-Solving",
      "User-Centric Philosophy",
      "Future Ambition",
    ]);
    cleanup();
    show({ highlightUsers: "Mine" });
    expect(blocks()).toEqual(["User-Centric Philosophy"]);
    cleanup();
    show();
    expect(blocks()).toEqual([]);
  });

  it("About repeats the entries, in the first person, if the owner has written no statement", () => {
    show({ personalStatement: "" });
    region("About").getByText(
      "My latest role: Analyst at Babbage in London (1842 – 1843). My education: Mathematics, De Morgan.",
    );
    region("Get In Touch").getByText("Questions, ideas and offers are welcome here.");
    cleanup();
    show({ personalStatement: "", location: "" }, { experience: [], education: [] });
    region("About").getByText("This is my page.");
  });

  it("the first screen shows the latest work in place of a portrait, which is drawn only in About", () => {
    show();
    expect(document.querySelector(".hero .newest")).toBeNull();
    cleanup();
    show({ profilePictureUrl: "" });
    expect(document.querySelectorAll(".generated[aria-label^=Portrait]")).toHaveLength(1);
    region("About").getByRole("img", { name: "Portrait of Ada Lovelace" });
    const facts = () =>
      [...document.querySelectorAll(".hero .facts > div")].map(({ textContent }) => textContent);
    expect(facts()).toEqual([
      "Latest roleAnalyst, Babbage",
      "Based inLondon",
      "ProjectsNote G Flyology ",
    ]);
    cleanup();
    show({ profilePictureUrl: "", location: "" }, { projects: [] });
    expect(facts()).toEqual([
      "Latest roleAnalyst, Babbage",
      "ExperienceBabbage 1842 – 1843Menabrea ",
    ]);
    cleanup();
    const picture = "https://pictures.example/fly.png";
    show({ profilePictureUrl: "", heroPicture: picture });
    expect(document.querySelector<HTMLImageElement>(".hero-picture img")?.src).toBe(picture);
  });

  it("the anchors of absent sections lead to the nearest section", () => {
    const sectionOf = (id: string) => document.getElementById(id)?.closest("section")?.id;
    show({}, { projects: [], education: [] });
    expect(["about", "education", "experience", "skills", "projects"].map(sectionOf)).toEqual([
      ...["about", "about", "experience", "skills", "skills"],
    ]);
    cleanup();
    const hidden = ["about", "education", "experience", "skills", "projects"];
    show({ sections: JSON.stringify({ hidden }) });
    expect(hidden.map(sectionOf)).toEqual(hidden.map(() => "contact"));
    cleanup();
    show();
    expect(document.querySelectorAll(".section > span")).toHaveLength(0);
  });

  it("sections have the owner's headings and subtitles, or none", () => {
    show({
      sections: JSON.stringify({
        titles: { skills: "Practice areas", projects: "", experience: "Career" },
        subtitles: { experience: "", projects: "Cases" },
      }),
    });
    region("Practice areas").getByRole("heading", { level: 2, name: "Practice areas" });
    expect(region("Projects").queryByRole("heading", { level: 2 })).toBeNull();
    region("Projects").getByText("Cases");
    expect(screen.queryByText(/^My journey/)).toBeNull();
    expect(menu()).toEqual(["Home", "About", "Career", "Practice areas", "Projects", "Contact"]);
  });

  it("timelines show six entries in full, and older entries as rows that open", () => {
    const [role] = samplePortfolio().experience as [TimelineRow];
    const roles = Array.from({ length: 8 }, (_, index) => ({
      ...{ ...role, title: `Role ${index}`, organization: `Employer ${index}` },
    }));
    show({}, { experience: roles });
    const section = region("Professional Experience");
    const [whole, rows] = section.getAllByRole("list").filter((list) => !list.matches(".chips"));
    expect(whole?.children).toHaveLength(6);
    expect(rows?.getAttribute("aria-label")).toBe("More of Experience");
    const summaries = [...(rows?.querySelectorAll("summary h3") ?? [])];
    expect(summaries.map(({ textContent }) => textContent)).toEqual([
      "Role 6, Employer 6",
      "Role 7, Employer 7",
    ]);
    expect(rows?.textContent).toContain("Notes A to G.");
  });

  it("timelines fold neither a running job nor a single one, and rows open to what they do not show", () => {
    const [role] = samplePortfolio().experience as [TimelineRow];
    const rolesOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ ...role, title: `Role ${index}`, organization: `Employer ${index}`, skills: [] },
        ...{ start_month: "1840-01-01", end_month: index === 8 ? null : "1842-01-01" },
        ...(index === 9 && { location: null, description: null }),
        organization_link: index === 7 ? "https://www.menabrea.example/" : null,
      }));
    show({}, { experience: rolesOf(10) });
    const section = region("Professional Experience");
    const titles = () => section.getAllByRole("heading", { level: 3 }).map((h) => h.textContent);
    const whole = [0, 1, 2, 3, 4, 8].map((index) => `Role ${index}`);
    const folded = [5, 6, 7, 9].map((index) => `Role ${index}, Employer ${index}`);
    expect(titles()).toEqual([...whole, ...folded]);
    const rows = [...section.getByRole("list", { name: "More of Experience" }).children];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "Role 5, Employer 51842 – 1843LondonNotes A to G.",
      "Role 6, Employer 61842 – 1843LondonNotes A to G.",
      "Role 7, Employer 71842 – 1843LondonNotes A to G.menabrea.example",
      "Role 9, Employer 91842 – 1843",
    ]);
    expect(rows.map((row) => row.querySelector("details") !== null)).toEqual([
      ...[true, true, true, false],
    ]);
    cleanup();
    show({}, { experience: rolesOf(8).slice(0, 7) });
    expect(region("Professional Experience").queryByRole("list", { name: /^More/ })).toBeNull();
  });

  it("timelines have periods beside the titles only if all fit in one line, and small long titles", () => {
    const classOf = () => region("Education").getAllByRole("list")[0]?.className;
    const [degree] = samplePortfolio().education as [TimelineRow];
    const dated = (date_range: string) => [{ ...degree, date_range, title: "x".repeat(90) }];
    show({}, { education: dated("septembre 2018 – présent") });
    expect(classOf()).toBe("timeline beside");
    expect(region("Education").getByRole("heading", { level: 3 }).className).toBe("long");
    for (const text of ["1840, and again from 1850 on", "一八四〇年四月から一八四二年三月まで"]) {
      cleanup();
      show({}, { education: dated(text) });
      expect(classOf(), text).toBe("timeline");
    }
  });

  it("consecutive short lists are one band, and longer ones have their own place", () => {
    const entry = samplePortfolio().education[0] as TimelineRow;
    const entries = (count: number, description = "") =>
      Array.from({ length: count }, (_, index) => ({ ...entry, title: `T${index}`, description }));
    const bands = () =>
      [...document.querySelectorAll(".short-lists")].map((band) =>
        [...band.children].map(({ id }) => id),
      );
    const lists = { languages: entries(3), interests: entries(2), awards: entries(1) };
    show({}, { ...lists, certificates: entries(2), publications: entries(1) });
    expect(bands()).toEqual([
      ["certificates", "awards"],
      ["languages", "interests"],
    ]);
    cleanup();
    show({}, { ...lists, certificates: entries(3), publications: entries(1) });
    expect(bands()).toEqual([["languages", "interests"]]);
    cleanup();
    show({}, { ...lists, interests: entries(2, "x".repeat(200)) });
    expect(bands()).toEqual([["awards", "languages"]]);
  });

  it("sections show several jobs in a row at one employer below its name", () => {
    const [role] = samplePortfolio().experience as [TimelineRow];
    const roles = ["Countess", "Analyst"].map((title) => ({
      ...{ ...role, title, organization_link: "https://engine.example" },
    }));
    show(
      {},
      { experience: [...roles, { ...role, title: "Translator", organization: "Menabrea" }] },
    );
    const section = region("Professional Experience");
    const titles = (level: number) =>
      section.getAllByRole("heading", { level }).map(({ textContent }) => textContent);
    expect(titles(3)).toEqual(["Babbage", "Translator"]);
    expect(titles(4)).toEqual(["Countess", "Analyst"]);
    expect(section.getByRole("link", { name: "Babbage" }).getAttribute("href")).toBe(
      "https://engine.example/",
    );
  });

  it("sections show a skill's level as a bar, as words, or not at all", () => {
    const skill = samplePortfolio().skills[0] as SkillRow;
    const group = { name: "Law", position: null };
    const skills = [
      { ...skill, level: 90, level_text: "Expert" },
      { ...skill, name: "Go", level: null, icon: null },
      { ...skill, name: "Contracts", level: null, level_text: "Senior", skill_categories: group },
    ];
    show({}, { skills });
    const section = region("My Tech Stack");
    expect(section.getAllByRole("progressbar").map((bar) => bar.ariaLabel)).toEqual(["TypeScript"]);
    const rows = section.getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "TypeScript Expert",
      "Go",
      "Contracts",
    ]);
    section.getByRole("heading", { level: 3, name: "Law · Senior" });
    expect(rows[1]?.querySelector(".brand-icon")).toBeNull();
    expect(rows.map((row) => row.closest(".skill-list") !== null)).toEqual([false, false, true]);
  });

  it("projects without a picture are cards of text, each with one link to an address", () => {
    const [project] = samplePortfolio().projects as [ProjectRow];
    const links: [live: string | null, code: string | null][] = [
      ["https://github.com/ada/g", null],
      ["https://github.com/ada/h/", "https://github.com/ada/h.git"],
      ["https://h.example", "https://h.example/"],
      ["https://github.com/ada/i", "https://codeberg.org/ada/i"],
      ["https://ada.github.io/", "https://git.ada.example/j"],
      ["https://github.com/ada/g", null],
      ["https://github.com/ada", null],
    ];
    const projects = links.map(([live_link, github_link], index) => ({
      ...{ ...project, live_link, github_link, name: `${index}`, date_range: "1843" },
    }));
    show({}, { projects });
    const section = region("Featured Projects");
    const cards = section.getAllByRole("heading", { level: 3 }).map((title) => title.closest("li"));
    const shown = cards.map((card) => [...(card?.querySelectorAll("a") ?? [])]);
    expect(shown.map((card) => card.map((link) => link.textContent))).toEqual([
      ...[["Code"], ["Code"], ["Live"], ["Code", "Code"], ["Live", "Code"], [], []],
    ]);
    expect(cards.every((card) => card?.matches(".text-card"))).toBe(true);
    expect(document.querySelector("#projects .generated")).toBeNull();
    expect(section.getAllByText("1843")).toHaveLength(7);
  });

  it("projects after the ninth are an index by year with their stack", () => {
    const [project] = samplePortfolio().projects as [ProjectRow];
    const projects = Array.from({ length: 13 }, (_, index) => ({
      ...{ ...project, name: `P${index}`, stack: ["Go", "C", "SQL", "Lua"] },
      start_month: index < 11 ? "1843-02-01" : index < 12 ? "1842-02-01" : null,
    }));
    show({}, { projects });
    const rows = region("Featured Projects").getByRole("list", { name: "More projects" });
    const lines = [...rows.querySelectorAll("summary")].map(({ textContent }) => textContent);
    expect(lines).toEqual([
      "1843P9Go · C · SQL · Lua",
      "P10Go · C · SQL · Lua",
      "1842P11Go · C · SQL · Lua",
      "P12Go · C · SQL · Lua",
    ]);
  });

  it("both timelines have titles, and only the organization of education is a link", () => {
    show();
    const education = region("Education");
    education.getByText("My academic background and qualifications.");
    expect(education.getByRole("link", { name: "De Morgan" }).getAttribute("href")).toBe(
      "https://school.example/",
    );
    const experience = region("Professional Experience");
    experience.getByText("My journey through various roles and responsibilities.");
    expect(experience.queryAllByRole("link")).toHaveLength(0);
  });

  it("the page collapses only project descriptions over 200 characters", () => {
    show();
    const buttons = region("Featured Projects").getAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual(["Show More"]);
    expect(screen.getByText(/^x+$/).className).toContain("clamped");
  });

  it("social profiles open in a new tab", () => {
    show();
    const link = region("Get In Touch").getByRole("link", { name: "GitHub" });
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      "_blank",
      "me noopener",
    ]);
  });
});

it("only entries near the view are laid out in lists of more than 50, in full or as rows", () => {
  const [project] = samplePortfolio().projects as [ProjectRow];
  const [job] = samplePortfolio().experience as [TimelineRow];
  for (const [count, isLong] of [
    [59, false],
    [60, true],
  ] as const) {
    const running = { start_month: "1841-01-01", end_month: null };
    show(
      {},
      {
        projects: Array.from({ length: count }, (_, n) => ({ ...project, name: `P${n}` })),
        experience: Array.from({ length: count - 9 }, (_, n) => ({
          ...{ ...job, ...running, title: `T${n}`, organization: `O${n}` },
        })),
      },
    );
    const lists = [...document.querySelectorAll(".many")].map(
      ({ className, children }) => `${className.split(" ")[0]} ${children.length}`,
    );
    const parts = ["timeline 25", "timeline 25", "timeline 1", "index 25", "index 25", "index 1"];
    expect(lists).toEqual(isLong ? parts : []);
    // Where the parser lets the page react.
    const pauses = document.querySelectorAll(".many > :first-child > script:empty");
    expect(pauses).toHaveLength(lists.length);
    cleanup();
  }
});
