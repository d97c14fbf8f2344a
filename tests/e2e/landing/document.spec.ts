import { gzipSync } from "node:zlib";
import { expect, type Page, type Request } from "@playwright/test";
import { test } from "../fixtures.ts";

test("the page renders the owner's icon with cyan as the current color", async ({
  landing,
  page,
}) => {
  await landing.open();
  const address = await page.locator("link[rel=icon]").getAttribute("href");
  const answer = await page.request.get(address ?? "");
  expect(answer.headers()["content-type"]).toContain("image/svg+xml");
  const svg = await answer.text();
  expect(svg).toContain('d="M5 9l11 17L27 9"');
  expect(svg).toContain('stroke="#22d3ee"');
  expect(svg).not.toMatch(/currentcolor/i);
  // The same icon is in the footer, so Chromium must accept it as an image.
  const icon = landing.footer.locator("img");
  await icon.scrollIntoViewIfNeeded();
  await expect.poll(() => icon.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0);
});

test("the page has icons at the URLs that programs request without reading the page", async ({
  page,
}) => {
  await page.goto("/");
  for (const [path, type] of [
    ["/favicon.ico", "image/x-icon"],
    ["/apple-touch-icon.png", "image/png"],
    ["/apple-touch-icon-precomposed.png", "image/png"],
  ] as const) {
    const answer = await page.request.get(path);
    expect(answer.headers()["content-type"], path).toBe(type);
    const width = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return picture.width;
    }, path);
    expect(width, path).toBe(path === "/favicon.ico" ? 48 : 180);
  }
  const touch = page.locator("link[rel=apple-touch-icon]");
  await expect(touch).toHaveAttribute("href", "/apple-touch-icon.png");
});

test("the page is a single small document with a strict policy", async ({ page }) => {
  const response = await page.goto("/");
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  // Many static hosts send gzip only; our server sends Brotli, which is smaller.
  const compressed = gzipSync((await response?.body()) ?? "", { level: 9 });
  expect(compressed.length).toBeLessThanOrEqual(14 * 1024);
});

test("the page loads at most 5 KB of scripts before an interaction, and 75 KB in total", async ({
  landing,
  page,
}) => {
  const scripts = collectScripts(page);
  await landing.open();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scripts.map(nameOf)).toEqual(["entry"]);
  const inline = await page.locator("script:not([type])").allTextContents();
  const early = (await weigh(scripts)) + gzipSync(inline.join("")).length;
  expect(early).toBeLessThanOrEqual(5000);

  const loaded = page.waitForResponse(FORM_CODE);
  await page.keyboard.press("Shift");
  await loaded;
  await landing.openForm();
  await landing.expectHydrated();
  const inlineSize = gzipSync(inline.join("")).length;
  expect((await weigh(scripts)) + inlineSize).toBeLessThanOrEqual(75_000);
});

test("the page loads React on a press, on a focus, and when the contact form comes near", async ({
  landing,
  page,
}) => {
  const interactions: [name: string, act: () => Promise<unknown>][] = [
    ["press", () => page.mouse.click(5, 400)],
    ["focus", () => landing.themeSwitch.focus()],
    ["near", () => landing.section("Featured Projects").scrollIntoViewIfNeeded()],
  ];
  for (const [name, interact] of interactions) {
    await landing.open();
    const scripts = collectScripts(page);
    await page.mouse.move(200, 200);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(scripts, name).toEqual([]);
    const loaded = page.waitForResponse(FORM_CODE);
    await interact();
    await loaded;
  }
});

const FORM_CODE = "**/assets/hydrate-*.js";

function collectScripts(page: Page): Request[] {
  const scripts: Request[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  return scripts;
}

/** Bytes of the scripts, each compressed with gzip. */
async function weigh(scripts: Request[]): Promise<number> {
  const bodies = await Promise.all(
    scripts.map(async (script) => (await script.response())?.body()),
  );
  return bodies.reduce((sum, body) => sum + gzipSync(body ?? "").length, 0);
}

function nameOf(script: Request): string | undefined {
  return /assets\/(\w+)-/.exec(script.url())?.[1];
}

test("the page's configuration contains an address and the public key only", async ({
  landing,
  page,
  site,
}) => {
  await landing.open();
  const config = JSON.parse((await page.locator("#foyer-config").textContent()) ?? "");
  expect(config).toEqual({
    supabaseUrl: site.origin,
    publishableKey: expect.stringMatching(/^sb_publishable_/),
    embedded: true,
  });
  const secrets = await site.secrets();
  const html = await page.content();
  for (const secret of [secrets.secretKey, secrets.jwtSecret, secrets.postgresPassword]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(html).not.toContain(secret);
  }
});
