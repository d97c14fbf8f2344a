import { expect } from "@playwright/test";
import { isVisit } from "../../support/pages/landing-page.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

// The tests count rows, so no other file may share this site.
test.use({ siteName: "visits" });

test("each page load adds one visit, whatever the visitor does on the page", async ({
  landing,
  page,
  site,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (isVisit(request)) calls.push(request.postData() ?? "");
  });
  const before = await countVisits(site);
  await landing.open();
  expect(await countVisits(site)).toBe(before + 1);
  for (const name of ["About", "Projects", "Contact"]) {
    await landing.mainNavigation.getByRole("link", { name }).click();
    await expect(page).toHaveURL(new RegExp(`#${name.toLowerCase()}`));
  }
  await page.goBack();
  await landing.openForm();
  await landing.header.getByTitle("Go to Workspace").click();
  await expect(landing.hero).toBeHidden();
  await page.goBack();
  await expect(landing.hero).toBeVisible();
  expect(calls).toEqual(["{}"]);
  expect(await countVisits(site)).toBe(before + 1);
  const counted = page.waitForResponse(isVisit);
  await page.reload();
  await counted;
  expect(await countVisits(site)).toBe(before + 2);
});

test.describe("in a browser that is not a bot", () => {
  test.use({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0",
  });

  test("a visit records its referrer, and followed links are counted", async ({
    landing,
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      // Prevents clicks from opening another site or a download.
      const stay = (event: Event) => event.preventDefault();
      addEventListener("click", stay, { capture: true });
      addEventListener("auxclick", stay, { capture: true });
    });
    const counted = page.waitForResponse(isVisit);
    await page.goto("/", { referer: "https://News.Example:8443/thread?id=1" });
    await counted;
    const clicks = () => site.sql<{ kind: string; name: string | null }[]>`
      select kind, coalesce(social_links.name, projects.name) as name from link_clicks
      left join social_links on social_links.id::text = subject
      left join projects on projects.id::text = subject order by link_clicks.id`;
    await page.getByRole("link", { name: "Live: Slipway" }).press("Enter");
    await expect.poll(clicks).toEqual([{ kind: "project", name: "Slipway" }]);
    await landing.hero.getByRole("link", { name: "GitHub", exact: true }).click();
    await landing.hero.getByRole("link", { name: "Download CV" }).click({ button: "middle" });
    await landing.openForm();
    await expect.poll(clicks).toHaveLength(4);
    expect((await clicks()).map(({ kind }) => kind).sort()).toEqual([
      ...["contact", "cv", "project", "social"],
    ]);
    const visits = await site.sql`
      select referrer_host, is_first, is_bot from visits where referrer_host is not null`;
    expect(visits).toEqual([{ referrer_host: "news.example", is_first: true, is_bot: false }]);
  });
});

test("a visitor who returns from the app to the page is counted once", { tag: "@long" }, async ({
  landing,
  page,
  site,
}) => {
  const before = await countVisits(site);
  await page.goto("/#/workspace");
  await expect(landing.hero).toBeHidden();
  const counted = page.waitForResponse(isVisit);
  await page.goto("/#home");
  await counted;
  await expect(landing.hero).toBeVisible();
  expect(await countVisits(site)).toBe(before + 1);
});

test("the owner's own visits are not counted, signed in or not", async ({
  admin,
  landing,
  page,
  site,
}) => {
  const before = await countVisits(site);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (isVisit(request)) calls.push(request.url());
  });
  await page.goto("/#/tradmin/login");
  await admin.signInByForm();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await landing.open();
  // The dashboard's last read; if it were still in flight, the logout would make it fail.
  const read = page.waitForResponse("**/backup/v1/status");
  await page.goto("/#/tradmin");
  await read;
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(landing.hero).toBeVisible();
  await landing.open();
  expect(calls).toEqual([]);
  expect(await countVisits(site)).toBe(before);
});

test("an existing session is recognized as the owner's", { tag: "@long" }, async ({
  admin,
  landing,
  page,
}) => {
  const verified = page.waitForResponse("**/rest/v1/rpc/own_role");
  await admin.open();
  await verified;
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("foyer-owner-browser")))
    .not.toBeNull();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (isVisit(request)) calls.push(request.url());
  });
  await landing.open();
  expect(calls).toEqual([]);
});

test("the workspace user's visits are counted", { tag: "@long" }, async ({
  landing,
  page,
  site,
  workspace,
}) => {
  await workspace.open("/workspace");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const before = await countVisits(site);
  await landing.open();
  expect(await countVisits(site)).toBe(before + 1);
});

async function countVisits({ sql }: BuiltSite): Promise<number> {
  const [row] = await sql<{ visits: number }[]>`select count(*)::int as visits from public.visits`;
  return row?.visits ?? Number.NaN;
}
