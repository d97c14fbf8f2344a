import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FONT_FAMILY } from "./error-screen.tsx";

it("the error screen has the fonts of the signed-in areas", () => {
  const fonts = readFileSync("src/ui/theme-fonts.css", "utf8");
  expect(fonts.replace(/\s+/g, " ")).toContain(`--font-sans: ${FONT_FAMILY};`);
});
