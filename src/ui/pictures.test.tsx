// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { seededNumbers } from "../lib/seeded.ts";
import { BrandIcon } from "./brand-icon.tsx";
import { contours } from "./generated-picture.tsx";
import { GeneratedPortrait, mirroredFields } from "./generated-portrait.tsx";
import { SKILL_ICONS, skillSymbol, socialSymbol } from "./icon-keys.ts";

afterEach(cleanup);
const sprite = readFileSync("src/ui/icons/brands.svg", "utf8");
const symbolOf = () => document.querySelector("use")?.getAttribute("href")?.split("#")[1] ?? "none";

describe("skill icons", () => {
  it("contain the eighteen keys, each with its own symbol in the sprite", () => {
    expect([...SKILL_ICONS.keys()].sort()).toEqual(
      "React|Next.js|TypeScript|Vue.js|JavaScript|Tailwind CSS|Node.js|PostgreSQL|Express.js|MySQL|Python|Django|Git|Figma|Docker|Supabase|Vite|Jest"
        .split("|")
        .sort(),
    );
    expect(new Set(SKILL_ICONS.values()).size).toBe(18);
  });

  it.each([...SKILL_ICONS])("map %s to #%s", (key, symbol) => {
    render(<BrandIcon symbol={skillSymbol(key)} />);
    expect(symbolOf()).toBe(symbol);
    expect(sprite).toContain(`<symbol id="${symbol}"`);
  });

  it("fall back to the gray square for any other key", () => {
    const { container } = render(<BrandIcon symbol={skillSymbol("COBOL")} />);
    expect(container.querySelector(".brand-icon-unknown")).not.toBeNull();
    expect(container.querySelector("use")).toBeNull();
  });
});

it.each([
  ["GitHub", "github"],
  ["linkedin", "linkedin"],
  ["Telegram", "telegram"],
  ["mastodon", "link"],
  ["", "link"],
])("social icon key %j is drawn with #%s", (key, symbol) => {
  render(<BrandIcon symbol={socialSymbol(key)} />);
  expect(symbolOf()).toBe(symbol);
  expect(sprite).toContain(`<symbol id="${symbol}"`);
});

describe("generated pictures", () => {
  it("are deterministic and differ between names", () => {
    expect(mirroredFields("Ada")).toBe(mirroredFields("Ada"));
    expect(mirroredFields("Ada")).not.toBe(mirroredFields("Bob"));
    expect(contours("Ada")).toBe(contours("Ada"));
    expect(contours("Ada")).not.toBe(contours("Bob"));
  });

  it("fetch nothing and have an accessible name", () => {
    const { container } = render(<GeneratedPortrait name="Ada" />);
    expect(screen.getByRole("img", { name: "Portrait of Ada" })).not.toBeNull();
    expect(container.innerHTML).not.toMatch(/https?:|src=|href=/);
  });

  it("draw from numbers in [0, 1)", () => {
    const next = seededNumbers("x");
    const numbers = Array.from({ length: 1000 }, next);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(990);
  });
});
