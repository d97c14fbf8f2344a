import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Violations that axe finds on the current page: one line per rule, with the affected elements.
 * @param rules rules to check; all by default.
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Without AxeBuilder, which would compile axe twice per check, and open a second page to merge
  // results of cross-origin frames, which do not exist here.
  const loaded = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(loaded ? { axeSource: "0" } : {}) })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}

/** Runs axe in both themes, which differ only in colors. */
export async function axeViolationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await axeViolations(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return [...dark, ...(await axeViolations(page, ["color-contrast"]))];
}
