// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PersonalInfo } from "../content/portfolio.ts";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { Page } from "./page.tsx";
import { samplePortfolio } from "./sample.fixture.ts";
import { toPageContent } from "./to-page-content.ts";

function show(info: PersonalInfo = {}) {
  const portfolio = samplePortfolio();
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
  it("have one heading order", () => {
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

  it("are in the specified order by default, with those in the menu", () => {
    show();
    expect(headings()).toEqual([
      ...["About", "Education", "Professional Experience", "My Tech Stack"],
      ...["Featured Projects", "Get In Touch"],
    ]);
    expect(menu()).toEqual(["Home", "About", "Experience", "Skills", "Projects", "Contact"]);
  });

  it("follow the owner's layout, and so do the menus and the links of the greeting", () => {
    const order = ["skills", "experience", "education", "about", "projects"];
    show({ sections: JSON.stringify({ order, hidden: ["projects", "education"] }) });
    expect(headings()).toEqual([
      "My Tech Stack",
      "Professional Experience",
      "About",
      "Get In Touch",
    ]);
    expect(menu()).toEqual(["Home", "Skills", "Experience", "About", "Contact"]);
    expect(screen.queryByRole("link", { name: "View My Work" })).toBeNull();
    expect(document.querySelectorAll('a[href="#projects"]')).toHaveLength(0);
  });

  it("have the owner's texts in About and Get In Touch, as plain text", () => {
    show({ highlightUsers: "<b>Mine</b>", contactLead: "Write to me." });
    region("About").getByText("<b>Mine</b>");
    region("About").getByText(/^I take a problem apart/);
    region("Get In Touch").getByText("Write to me.");
  });

  it("include the three fixed blocks", () => {
    show();
    const titles = region("About").getAllByRole("heading", { level: 3 });
    expect(titles.map((title) => title.textContent)).toEqual([
      "Innovation & Problem-Solving",
      "User-Centric Philosophy",
      "Future Ambition",
    ]);
  });

  it("title both timelines and link only the organization of education", () => {
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

  it("collapse only project descriptions over 200 characters", () => {
    show();
    const buttons = region("Featured Projects").getAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual(["Show More"]);
    expect(screen.getByText(/^x+$/).className).toContain("clamped");
  });

  it("link social profiles in a new tab", () => {
    show();
    const link = region("Get In Touch").getByRole("link", { name: "GitHub" });
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      "_blank",
      "me noopener",
    ]);
  });
});
