import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";

test("pictures are served as AVIF in the required size, with space reserved and a description", async ({
  landing,
  page,
}) => {
  await landing.open();
  for (const [picture, stem] of [
    [landing.hero.getByRole("img"), "profile"],
    [landing.section("About").getByRole("img"), "profile"],
    [landing.project("Slipway").getByRole("img"), "slipway"],
  ] as const) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc))
      .toMatch(new RegExp(`/sample/${stem}-\\d+\\.avif$`));
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  }
  const type = await page.evaluate(async () => {
    const { currentSrc } = document.querySelector<HTMLImageElement>("#projects img") ?? {};
    return (await fetch(currentSrc ?? "")).headers.get("content-type");
  });
  expect(type).toBe("image/avif");
  await expect(landing.section("About").locator(".portrait")).toHaveCSS("border-radius", "50%");

  const pictures = await page.locator("main img").evaluateAll((images) =>
    images.map((image) => ({
      alt: image.getAttribute("alt"),
      width: Number(image.getAttribute("width")),
      height: Number(image.getAttribute("height")),
      // The container has the picture's aspect ratio before the picture loads.
      box: image.getBoundingClientRect().height,
    })),
  );
  expect(pictures).toHaveLength(8);
  for (const { alt, width, height, box } of pictures) {
    expect(alt).toMatch(/\w/);
    expect(width).toBeGreaterThan(0);
    expect(height).toBeGreaterThan(0);
    expect(box).toBeGreaterThan(100);
  }
});

test("a project's picture that fails is replaced by a generated one", async ({
  landing,
  page,
  watch,
}) => {
  watch.expectProblem(/^failed: GET .*slipway/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.route("**/sample/slipway-*", (route) => route.abort());
  await landing.open();
  const card = landing.project("Slipway");
  await card.scrollIntoViewIfNeeded();
  const drawn = card.getByRole("img", { name: "Slipway" });
  await expect(card.locator("svg.generated")).toBeVisible();
  await expect(drawn).toBeVisible();
  await expect(card.locator("img")).toHaveCount(0);
  const shapes = await card.evaluate((node) => {
    const other = node.parentElement?.querySelector(".project:nth-child(2) .project-picture");
    const own = node.querySelector(".project-picture");
    return [own, other].map((box) => box?.getBoundingClientRect().height);
  });
  expect(shapes[0], "the drawing takes exactly the picture's place").toBe(shapes[1]);
});

test("a picture that failed to load before the page's code arrived is replaced", async ({
  landing,
  page,
  watch,
}) => {
  watch.expectProblem(/^failed: GET .*profile/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.route("**/sample/profile-*", (route) => route.abort());
  const release = await landing.holdCode();
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("profile"));
  await page.goto("/#about");
  await failed;
  release();
  const portrait = landing.section("About").getByRole("img");
  await expect(portrait).toHaveAccessibleName(/Ines Valloran/);
  await expect(landing.section("About").locator("svg.generated")).toBeVisible();
});
