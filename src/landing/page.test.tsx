// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sanitizeHtmlInBrowser } from "../lib/sanitize-html-browser.ts";
import { Page } from "./page.tsx";
import { emptyPortfolio, sampleConfig, samplePortfolio } from "./sample.fixture.ts";
import { toPageContent } from "./to-page-content.ts";

function show(portfolio = samplePortfolio(), icon: string | null = "/favicon.svg") {
  const content = toPageContent(portfolio, sanitizeHtmlInBrowser, icon);
  return render(<Page content={content} config={sampleConfig} year={2026} />);
}

// jsdom has no animations.
function stubAnimations(answer: () => { playState: string }[]) {
  Object.assign(Element.prototype, { getAnimations: answer });
}

const region = (name: string) => within(screen.getByRole("region", { name }));
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, "getAnimations");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("header", () => {
  it("links the six anchors in order and the workspace", () => {
    show();
    const links = within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Home", "#home"],
      ["About", "#about"],
      ["Experience", "#experience"],
      ["Skills", "#skills"],
      ["Projects", "#projects"],
      ["Contact", "#contact"],
    ]);
    expect(screen.getByTitle("Go to Workspace").getAttribute("href")).toBe("#/workspace");
  });

  it("lists Workspace first in the mobile menu, then the same anchors", () => {
    show();
    const links = within(screen.getByRole("navigation", { name: "Mobile" })).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual(
      "Workspace|Home|About|Experience|Skills|Projects|Contact".split("|"),
    );
    expect(links[0]?.getAttribute("href")).toBe("#/workspace");
  });

  it("renders no link while the name is being typed, and the whole name for screen readers", () => {
    stubAnimations(() => [{ playState: "running" }]);
    show();
    const banner = within(screen.getByRole("banner"));
    expect(banner.queryByRole("link", { name: "Ada Lovelace" })).toBeNull();
    expect(banner.getByText("Ada Lovelace").className).toBe("sr-only");
    expect(document.querySelector(".brand .typed")?.textContent).toBe("Ada Lovelace");
  });

  it("renders the link at once when the typing ended before hydration", () => {
    stubAnimations(() => [{ playState: "finished" }]);
    show();
    expect(screen.getByRole("link", { name: "Ada Lovelace" }).children).toHaveLength(0);
  });

  it("shows the name at once with reduced motion", () => {
    show();
    expect(screen.getByRole("link", { name: "Ada Lovelace" })).not.toBeNull();
  });

  it("has a skip link", () => {
    show();
    const target = screen.getByRole("link", { name: "Skip to content" }).getAttribute("href");
    expect(document.querySelector(target ?? "")?.tagName).toBe("MAIN");
  });
});

describe("sections", () => {
  it("are under their anchors, with one heading order", () => {
    const { container } = show();
    for (const id of [
      "home",
      "about",
      "education",
      "experience",
      "skills",
      "projects",
      "contact",
    ]) {
      expect(container.querySelectorAll(`section#${id}`)).toHaveLength(1);
    }
    const levels = screen.getAllByRole("heading").map(({ tagName }) => Number(tagName[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, at) => at === 0 || level - (levels[at - 1] ?? 0) <= 1)).toBe(true);
  });

  it("greets by name and links to contact and work", () => {
    show();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Hello, I’m Ada Lovelace");
    const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(href("Get In Touch")).toBe("#contact");
    expect(href("View My Work")).toBe("#projects");
    expect(screen.getByText("programmer").tagName).toBe("STRONG");
  });

  it("has the three fixed blocks", () => {
    show();
    const titles = region("About").getAllByRole("heading", { level: 3 });
    expect(titles.map((title) => title.textContent)).toEqual([
      "Innovation & Problem-Solving",
      "User-Centric Philosophy",
      "Future Ambition",
    ]);
  });

  it("titles both timelines and links only the organization of education", () => {
    show();
    const education = region("Education");
    education.getByText("My academic background and qualifications.");
    expect(education.getByRole("link", { name: "De Morgan" }).getAttribute("href")).toBe(
      "https://school.example/",
    );
    const experience = region("Professional Experience");
    experience.getByText("My journey through various roles and responsibilities.");
    expect(experience.queryAllByRole("link")).toHaveLength(0);
    const second = experience.getByText("Translator").closest("li");
    expect(second?.style.getPropertyValue("--i")).toBe("1");
  });

  it("shows each skill under its category, with a labeled bar as wide as its level", () => {
    show();
    const skills = region("My Tech Stack");
    expect(skills.getAllByRole("heading", { level: 3 }).map((h) => h.textContent)).toEqual([
      "Languages",
      "Other",
    ]);
    const bar = skills.getByRole("progressbar", { name: "TypeScript" });
    expect(bar.getAttribute("aria-valuenow")).toBe("90");
    expect((bar.firstElementChild as HTMLElement).style.width).toBe("90%");
  });

  it("shows every section with a placeholder when it is empty", () => {
    show(emptyPortfolio(), null);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Hello, and welcome");
    expect(region("About").getByText(/^I build software with care/)).not.toBeNull();
    expect(region("About").getByRole("img", { name: "Portrait" }).tagName).toBe("svg");
    for (const name of [
      "Education",
      "Professional Experience",
      "My Tech Stack",
      "Featured Projects",
    ]) {
      expect(region(name).getByText(/ (here|way)\.$/)).not.toBeNull();
    }
    expect(screen.queryByText("Find me on")).toBeNull();
    expect(screen.queryByRole("link", { name: /View All/ })).toBeNull();
  });
});

describe("projects", () => {
  it("collapse only descriptions over 200 characters", () => {
    show();
    const buttons = region("Featured Projects").getAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual(["Show More"]);
    const text = screen.getByText(/^x+$/);
    expect(text.className).toContain("clamped");
    fireEvent.click(screen.getByText("Show More"));
    expect(text.className).not.toContain("clamped");
    fireEvent.click(screen.getByText("Show Less"));
    expect(text.className).toContain("clamped");
  });

  it("render a generated picture for one that is missing or fails to load", () => {
    show();
    const projects = region("Featured Projects");
    expect(projects.getByRole("img", { name: "Note G (no picture)" }).tagName).toBe("svg");
    const picture = projects.getByRole("img", { name: "Screenshot of Flyology" });
    expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["800", "500"]);
    fireEvent.error(picture);
    expect(projects.getByRole("img", { name: "Flyology (no picture)" }).tagName).toBe("svg");
  });

  it("omit unsafe links, and link to all projects", () => {
    show();
    const projects = region("Featured Projects");
    expect(projects.queryByRole("link", { name: "Live: Flyology" })).toBeNull();
    expect(projects.getByRole("link", { name: "Live: Note G" }).getAttribute("href")).toBe(
      "https://g.example/",
    );
    const all = projects.getByRole("link", { name: "View All on GitHub" });
    expect(all.getAttribute("href")).toBe("https://github.com/ada");
  });
});

describe("footer", () => {
  it("shows year and owner and links to the top", () => {
    show();
    const footer = within(screen.getByRole("contentinfo"));
    footer.getByText("© 2026 Ada Lovelace. All rights reserved.");
    expect(footer.getByRole("link", { name: "Back to top" }).getAttribute("href")).toBe("#home");
    expect(document.querySelector("footer img")?.getAttribute("src")).toBe("/favicon.svg");
  });

  it("falls back to the built-in icon and the default name", () => {
    show(emptyPortfolio(), null);
    screen.getByText("© 2026 Portfolio. All rights reserved.");
    expect(document.querySelector("footer [data-built-in]")).not.toBeNull();
  });
});
