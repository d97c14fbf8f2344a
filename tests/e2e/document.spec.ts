import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";

const title = "Ines Marit Valloran · I build quick, quiet software for the web.";

test("has a title, a description and one canonical URL", async ({ landing, page, site }) => {
  await landing.open();
  await expect(page).toHaveTitle(title);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("meta[name=description]")).toHaveAttribute(
    "content",
    /^I am a full-stack developer in Trieste\. .{50,130}…?$/,
  );
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.origin}/`);
});

test("has a share card made from the content", async ({ landing, page, site }) => {
  await landing.open();
  const meta = (property: string) => page.locator(`meta[property="${property}"]`);
  await expect(meta("og:title")).toHaveAttribute("content", title);
  await expect(meta("og:type")).toHaveAttribute("content", "profile");
  await expect(meta("og:url")).toHaveAttribute("content", `${site.origin}/`);
  await expect(meta("og:description")).toHaveAttribute("content", /full-stack developer/);
  await expect(meta("og:image")).toHaveAttribute("content", `${site.origin}/og.png`);
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute(
    "content",
    "summary_large_image",
  );
  const size = await page.evaluate(async () => {
    const card = await createImageBitmap(await (await fetch("/og.png")).blob());
    return [card.width, card.height];
  });
  expect(size).toEqual([1200, 630]);
});

test("describes the owner as a person in structured data", async ({ landing, page, site }) => {
  await landing.open();
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(text ?? "")).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Person",
    name: "Ines Marit Valloran",
    alternateName: "Ines Valloran",
    url: `${site.origin}/`,
    image: `${site.origin}/sample/profile-640.webp`,
    jobTitle: "Lead Engineer",
    sameAs: [
      "https://github.com/example",
      "https://example.com/linkedin",
      "https://example.com/telegram",
    ],
  });
});

test("offers a sitemap and allows robots", async ({ page, site }) => {
  const sitemap = await page.request.get("/sitemap.xml");
  expect(sitemap.headers()["content-type"]).toContain("xml");
  expect(await sitemap.text()).toContain(`<loc>${site.origin}/</loc>`);
  const robots = await page.request.get("/robots.txt");
  expect(await robots.text()).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: ${site.origin}/sitemap.xml\n`,
  );
});

test("renders the owner's icon with cyan as the current color", async ({ landing, page }) => {
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

test("has icons at the URLs that programs request without reading the page", async ({ page }) => {
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

test("is a single small document with a strict policy", async ({ page }) => {
  const response = await page.goto("/");
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  const { encodedBodySize } = (await response
    ?.request()
    .sizes()
    .then((sizes) => ({
      encodedBodySize: sizes.responseBodySize,
    }))) ?? { encodedBodySize: Number.POSITIVE_INFINITY };
  expect(encodedBodySize).toBeLessThanOrEqual(14 * 1024);
});
