import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastOf, GROUNDS, TEXT_CONTRAST, toAccent } from "./accent.ts";

describe("toAccent", () => {
  it("toAccent yields legible tints for any color, on every ground and under text", () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(color, (hex) => {
        const accent = toAccent(hex);
        for (const theme of ["light", "dark"] as const) {
          const { color = "", on = "" } = accent?.[theme] ?? {};
          expect(contrastOf(color, GROUNDS[theme])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
          expect(contrastOf(color, on)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
      }),
    );
  });

  it("toAccent keeps a color that is already legible", () => {
    expect(toAccent(" #22D3EE ")?.dark).toEqual({ color: "#22d3ee", on: "#04161a" });
    expect(toAccent("#900")?.light).toEqual({ color: "#990000", on: "#ffffff" });
  });

  it.each([undefined, "", "red", "#12", "#12345g", "#fff;background:url(//x)", "javascript:1"])(
    "toAccent ignores %j",
    (text) => {
      expect(toAccent(text)).toBeNull();
    },
  );

  it("toAccent uses the background of each theme with the least contrast", () => {
    const theme = readFileSync("src/ui/theme.css", "utf8");
    expect(theme).toContain(`--color-raised: light-dark(${GROUNDS.light}, ${GROUNDS.dark})`);
    for (const [, light = "", dark = ""] of theme.matchAll(
      /--color-(?:ground|surface): light-dark\((#\w+), (#\w+)\)/g,
    )) {
      expect(contrastOf(light, "#000000")).toBeGreaterThan(contrastOf(GROUNDS.light, "#000000"));
      expect(contrastOf(dark, "#ffffff")).toBeGreaterThan(contrastOf(GROUNDS.dark, "#ffffff"));
    }
  });
});
