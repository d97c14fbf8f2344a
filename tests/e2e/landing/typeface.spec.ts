import { expect, type Page } from "@playwright/test";
import { shiftsOf } from "../../support/pages/layout-shifts.ts";
import { test } from "../fixtures.ts";

test("the typeface is loaded after the first paint, and shown from the start on the next visit", async ({
  landing,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const shifts = await shiftsOf(page);
  const fonts: number[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(Date.now());
  });
  await landing.open();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("foyer-type"))).not.toBeNull();
  const painted = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByType("paint")[0]?.startTime ?? 0),
  );
  expect(Math.min(...fonts)).toBeGreaterThan(painted);
  expect(await fontOfHeading(page)).not.toMatch(/Plex/);
  expect((await shifts()).sources).toEqual([]);

  // On a busy machine, loading a cached font may exceed the browser's time limit.
  await expect(async () => {
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-type");
    expect(await fontOfHeading(page)).toMatch(/^IBM Plex Sans/);
    expect((await shifts()).sources).toEqual([]);
  }).toPass();
});

test("the typeface stays the fallback when its files do not arrive", async ({
  landing,
  page,
  watch,
}) => {
  watch.expectProblem(/woff2/);
  await page.route("**/*.woff2", (route) => route.abort());
  await landing.open();
  await expect.poll(() => watch.missing()).toEqual([]);
  expect(await fontOfHeading(page)).not.toMatch(/Plex/);
  expect(await page.evaluate(() => localStorage.getItem("foyer-type"))).toBeNull();
});

/** The font family that the browser uses for most of the first heading. */
async function fontOfHeading(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("DOM.enable");
    await session.send("CSS.enable");
    const { root } = await session.send("DOM.getDocument");
    const { nodeId } = await session.send("DOM.querySelector", {
      nodeId: root.nodeId,
      selector: "h1",
    });
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    return fonts.toSorted((one, other) => other.glyphCount - one.glyphCount)[0]?.familyName ?? "";
  } finally {
    await session.detach();
  }
}
