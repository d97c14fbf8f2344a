// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { initialOf } from "../lib/initial.ts";
import { seededNumbers } from "../lib/seeded.ts";
import { drawing, GeneratedPicture } from "./generated-picture.tsx";
import { GeneratedPortrait, mirroredFields } from "./generated-portrait.tsx";
import { SKILL_ICONS, socialSymbol } from "./icon-keys.ts";

const sprite = readFileSync("src/ui/icons/brands.svg", "utf8");

describe("icon keys", () => {
  it("the icon keys are the names of eighteen skills", () => {
    expect([...SKILL_ICONS.keys()].join("|")).toBe(
      "React|Next.js|TypeScript|Vue.js|JavaScript|Tailwind CSS|Node.js|PostgreSQL|Express.js|MySQL|Python|Django|Git|Figma|Docker|Supabase|Vite|Jest",
    );
  });

  it.each([
    ["GitHub", "github"],
    ["linkedin", "linkedin"],
    ["Telegram", "telegram"],
    ["mastodon", "link"],
    ["", "link"],
  ])("the social link %j has the icon #%s", (key, symbol) => {
    expect(socialSymbol(key)).toBe(symbol);
  });

  it("each icon key has its own symbol in the sprite", () => {
    const symbols = [...SKILL_ICONS.values(), "github", "linkedin", "telegram", "link"];
    expect(new Set(symbols).size).toBe(22);
    for (const symbol of symbols) expect(sprite).toContain(`<symbol id="${symbol}"`);
  });
});

describe("generated pictures", () => {
  it("generated pictures are deterministic and differ between names", () => {
    expect(mirroredFields("Ada")).toBe(mirroredFields("Ada"));
    expect(mirroredFields("Ada")).not.toBe(mirroredFields("Bob"));
    expect(drawing("Ada")).toBe(drawing("Ada"));
    const names = Array.from({ length: 40 }, (_, index) => `Project ${index}`);
    expect(new Set(names.map(drawing)).size).toBe(40);
    // One path pattern per kind of drawing: curves, circles, parallel lines, squares.
    for (const sign of [/L\d/, /a\d/, /0l-?\d/, /h3v3/]) {
      expect(names.some((name) => sign.test(drawing(name)))).toBe(true);
    }
  });

  it("generated pictures carry the name's initial", () => {
    const { container } = render(<GeneratedPicture name="¡ola" />);
    expect(container.textContent).toBe("O");
    expect(["ünder", "🦊 fox", "", "7 days", "…"].map(initialOf)).toEqual(["Ü", "F", "", "7", ""]);
  });

  it("generated pictures fetch nothing and have an accessible name", () => {
    const { container } = render(<GeneratedPortrait name="Ada" />);
    expect(screen.getByRole("img", { name: "Portrait of Ada" })).not.toBeNull();
    expect(container.innerHTML).not.toMatch(/https?:|src=|href=/);
  });

  it("generated pictures are drawn from numbers in [0, 1)", () => {
    const next = seededNumbers("x");
    const numbers = Array.from({ length: 1000 }, next);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(990);
  });
});
