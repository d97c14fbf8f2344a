import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, type Locator, type Page, type Request, type Response } from "@playwright/test";
import sharp from "sharp";
import { watchPages } from "../../support/page-watch.ts";
import { isVisit, LandingPage } from "../../support/pages/landing-page.ts";
import { workspaceUser } from "../../support/pages/workspace-page.ts";
import { type BuiltSite, owner } from "../../support/sites/built-site.ts";
import { type StaticSite, startStaticSite } from "../../support/sites/static-site.ts";
import { test as base, withMotion } from "../fixtures.ts";

const siteName = "static site";
let site: BuiltSite;
let built: StaticSite;

const test = base.extend({
  watch: async ({ context, page: _page }, use) => {
    const watch = await watchPages(context, new URL(built.address).origin);
    // The site's data comes from another origin.
    const others = [built.dataOrigin, built.otherAddress, site.origin];
    watch.tolerate(new RegExp(`^third party: (${others.join("|")})`));
    await use(watch);
    watch.stop();
    expect(watch.problems, "complaints of the browser").toEqual([]);
  },
});

test.use({ siteName });
test.use(withMotion);
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ sites }) => {
  site = await sites.open(siteName, { FOYER_SAMPLE_CONTENT: "on" });
  built = await startStaticSite(site);
});
test.afterAll(() => built?.stop());

const setName = (name: string) =>
  site.sql`update personal_info set value = ${name} where key = 'displayName'`;

async function openPage(page: Page) {
  const counted = page.waitForResponse(isVisit);
  await page.goto(built.address);
  await counted;
}

/**
 * Checks effects that a sign-in screen has only with its style sheet: a narrow grid and a filled
 * button.
 */
async function expectStyled(page: Page, title: string) {
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const style = (element: Locator) =>
    element.evaluate((node) => {
      const { display, maxWidth, backgroundColor } = getComputedStyle(node);
      return { display, maxWidth, backgroundColor };
    });
  await expect
    .poll(() => style(page.locator("#app main")))
    .toMatchObject({ display: "grid", maxWidth: "400px" });
  const { backgroundColor } = await style(page.getByRole("button", { name: "Sign In" }));
  expect(backgroundColor).not.toBe("rgba(0, 0, 0, 0)");
}

/**
 * Bytes of all scripts that a visit loads, compressed separately. `last` answers the page's last
 * read.
 */
async function weighScripts(page: Page, address: string, last: Answered): Promise<number> {
  const scripts: Request[] = [];
  const collect = (request: Request) => {
    if (request.resourceType() === "script") scripts.push(request);
  };
  page.on("request", collect);
  const read = page.waitForResponse(last);
  await new LandingPage(page).open(address);
  await (await read).finished();
  // By then, the page has requested everything that the response makes it load.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  page.off("request", collect);
  const bodies = await Promise.all(
    scripts.map(async (script) => (await script.response())?.body()),
  );
  return bodies.reduce((sum, body) => sum + (body ? gzipSync(body).length : 0), 0);
}

type Answered = (response: Response) => boolean;

async function repeatedIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });
}

test("a static site describes itself with URLs below its path, and has its own policy", async ({
  page,
}) => {
  await openPage(page);
  await expect(page).toHaveTitle(/^Ines Marit Valloran · /);
  await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /^I am a full/);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", built.address);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    "content",
    `${built.address}og.png`,
  );
  const policy = page.locator('meta[http-equiv="content-security-policy"]');
  await expect(policy).toHaveAttribute(
    "content",
    new RegExp(
      `script-src 'self' 'sha256-[\\w+/=]+'; .*connect-src 'self' ${built.dataOrigin} ${built.dataOrigin.replace("http", "ws")};`,
    ),
  );
  // Pictures and icons are also below the path; a missing one fails the test.
  for (const picture of await page.getByRole("img").all()) await picture.scrollIntoViewIfNeeded();
  const portrait = new LandingPage(page).hero.getByAltText("Portrait of Ines Valloran");
  await expect
    .poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .not.toBe(0);
});

test("a static site signs the owner in to a styled panel", async ({ page }) => {
  await openPage(page);
  await page.goto(`${built.address}#/tradmin`);
  await expectStyled(page, "Admin Panel");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Admin" })).toHaveCSS("display", "grid");
  await expect(page.getByRole("link", { name: "View Site" })).toHaveAttribute("href", "./");
});

test("a static site signs the workspace user in to a styled workspace", { tag: "@long" }, async ({
  page,
  workspace,
}) => {
  await workspace.account();
  await page.goto(`${built.address}#/workspace`);
  await expectStyled(page, "Workspace Login");
  await page.getByLabel("Email or Username").fill(workspaceUser.email);
  await page.getByLabel("Password").fill(workspaceUser.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("link", { name: "My Notes" }).first().click();
  await expect(page.getByText("Your workspace is empty")).toBeVisible();
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a static site opens the workspace below its path without a network", {
    tag: "@long",
  }, async ({ page, context, watch, workspace }) => {
    watch.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
    await workspace.keepSession();
    await page.goto(`${built.address}#/workspace/notes`);
    await expect(page.getByText("Your workspace is empty")).toBeVisible();
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(scope).toBe(built.address);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "My Notes" })).toBeVisible();
    await expect(page.getByRole("main")).toHaveCSS("display", /block|grid/);
  });
});

test("a static site works below any other path, with its pictures, service worker and areas", async ({
  page,
}) => {
  await page.goto(built.otherAddress);
  const portrait = new LandingPage(page).hero.getByAltText("Portrait of Ines Valloran");
  await portrait.scrollIntoViewIfNeeded();
  await expect
    .poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .not.toBe(0);
  for (const file of [
    "favicon.svg",
    "apple-touch-icon.png",
    "og.png",
    "resume.json",
    "cv.html",
    "llms.txt",
    "service-worker.js",
  ]) {
    expect((await page.request.get(`${built.otherAddress}${file}`)).status(), file).toBe(200);
  }
  await page.goto(`${built.otherAddress}#/tradmin`);
  await expectStyled(page, "Admin Panel");
});

test("a static site stays within the landing page's budgets while its snapshot is current", async ({
  page,
}) => {
  const own = await weighScripts(page, site.origin, isVisit);
  const hosted = await weighScripts(page, built.address, (response) =>
    response.url().includes("/content_version"),
  );
  expect(hosted).toBeLessThanOrEqual(own + 1000);
  const document = await (await page.request.get(built.address)).body();
  // Our own server also sends the document compressed with Brotli.
  expect(brotliCompressSync(document).length).toBeLessThanOrEqual(14 * 1024);
});

test("a static site stores an uploaded picture as WebP alone, and the next build adds AVIF files beside the page", {
  tag: "@long",
}, async ({ admin, browser, page }) => {
  await admin.keepSession();
  await page.goto(`${built.address}#/tradmin/portfolio/projects`);
  await page.getByRole("button", { name: "Edit Slipway", exact: true }).click();
  const background = { r: 20, g: 90, b: 110 };
  const buffer = await sharp({ create: { width: 1000, height: 625, channels: 3, background } })
    .png()
    .toBuffer();
  const chosen = { name: "slipway.png", mimeType: "image/png", buffer };
  await page.getByLabel("Image file").setInputFiles(chosen);
  await page.getByRole("button", { name: "Use Picture" }).click();
  const address = page.getByRole("textbox", { name: "Picture", exact: true });
  await expect(address).toHaveValue(/-1000x625-800\.webp$/);
  const [, stem = ""] =
    /(projects\/\w+-1000x625)-800\.webp$/.exec(await address.inputValue()) ?? [];
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const stored = await site.sql<{ name: string }[]>`
    select name from storage.objects where name like 'projects/%' order by name`;
  expect(stored.map(({ name }) => name)).toEqual(
    ["1000", "400", "800"].map((width) => `${stem}-${width}.webp`),
  );

  expect(await built.bake({})).toContain("The page holds the present content");
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(built.address);
  const picture = new LandingPage(visitor).project("Slipway").getByRole("img");
  await picture.scrollIntoViewIfNeeded();
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  const avif = `${built.address}${stem.replace("projects/", "pictures/")}-400.avif`;
  await expect.poll(shown).toBe(avif);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await context.close();
});

test("a static site shows changed content when the page refreshes itself, and includes it at the next build", async ({
  page,
}) => {
  await setName("Ada of the second build");
  await site.sql`update personal_info set value = 'Ada King' where key = 'fullName'`;
  await site.sql`update personal_info set value = 'かもめの港' where key = 'location'`;
  await openPage(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada of the second build");
  await expect(page.locator("#home [lang=ja]")).toHaveText("かもめの港");
  await expect(page).toHaveTitle(/^Ada King · /);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /^data:image\/svg/);
  await expect(page.locator("link[rel=apple-touch-icon]")).toHaveAttribute(
    "href",
    /^data:image\/png/,
  );
  expect(await (await page.request.get(built.address)).text()).not.toContain("Ada King");
  expect(await built.build()).toContain("The page holds the present content");
  expect(await (await page.request.get(built.address)).text()).toContain("Ada of the second build");
});

test("a static site shows a language that was chosen after its build, and is built in it the next time", {
  tag: "@long",
}, async ({ page, request }) => {
  await site.sql`insert into personal_info (key, value) values ('pageLanguage', 'fr')`;
  await openPage(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bonjour, je suis");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.getByRole("button", { name: "ici" }).click();
  await expect(page.getByRole("form", { name: "M’envoyer un message" })).toBeVisible();
  await built.bake({});
  expect(await (await request.get(built.address)).text()).toContain('<html lang="fr"');
  expect(await (await request.get(`${built.address}cv.html`)).text()).toContain("Compétences");
  await site.sql`delete from personal_info where key = 'pageLanguage'`;
});

test("a static site keeps the last snapshot, with a message, when a build cannot read the content", {
  tag: "@long",
}, async ({ request }) => {
  await setName("Ada of the last build");
  await built.build();
  const output = await built.build({ dataAway: true, requireContent: true });
  expect(output).toMatch(/could not be read .*\n.* The page shows the content read at 20/);
  expect(await (await request.get(built.address)).text()).toContain("Ada of the last build");
});

test("a static site loads its content in the browser when no build ever had any, without duplicate ids", {
  tag: "@long",
}, async ({ page }) => {
  await setName("Ada of no build");
  await built.forgetContent();
  await expect(built.build({ dataAway: true, requireContent: true })).rejects.toThrow(
    "No page was written, because there is no content for it.",
  );
  await built.build({ dataAway: true });
  await openPage(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada of no build");
  await page.goto(`${built.address}#/tradmin/login`);
  await expectStyled(page, "Admin Panel");
  expect(await repeatedIds(page)).toEqual([]);
  await page.getByText("Email", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
});

test("a static site warns when its URL is not configured", { tag: "@long" }, async () => {
  expect(await built.bake({ FOYER_PUBLIC_URL: "" })).toContain("FOYER_PUBLIC_URL is not set");
});
