import { expect, type Page } from "@playwright/test";
import { connect } from "../../../server/database/connect.ts";
import { readDatabaseUrl } from "../../lifecycle/server-state.ts";
import { test, withMotion } from "../fixtures.ts";

// These tests stop the database.
test.use({ siteName: "failures" });
test.use(withMotion);

test("without the database visitors get the last page, or one clear screen", async ({
  landing,
  page,
  site,
  watch,
}) => {
  watch.expectStatus(503);
  watch.expectProblem(/Error tracking visit/);
  const url = new URL(await readDatabaseUrl(site.dataDir));
  const name = url.pathname.slice(1);
  url.pathname = "/template1";
  const cluster = connect(url.href, { max: 1 });
  try {
    await cluster`alter database ${cluster(name)} with allow_connections false`;
    await cluster`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    const lastPage = async () => (await page.request.get("/")).headers()["cache-status"] ?? "";
    await expect.poll(lastPage).toMatch(/^Foyer; hit; ttl=-\d+$/);
    await page.goto("/");
    await expect(landing.hero).toBeVisible();
    // Leaving the page earlier would abort the request that counts the visit.
    await expect.poll(() => watch.missing()).toEqual([]);
    // The page was never opened under this host name, so no earlier rendering exists.
    const host = `localhost:${new URL(page.url()).port}`;
    const response = await page.request.get("/", { headers: { host } });
    expect(response.status()).toBe(503);
    await page.route("/", (route) => route.fulfill({ response }));
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("An Error Occurred");
    const text = page.getByText(
      /^Failed to load portfolio data\. Please check your connection or try again later\. Details: \S.+$/,
    );
    await expect(text).toBeVisible();
    // The response reveals no internals.
    const { postgresPassword } = await site.secrets();
    await expect(page.locator("body")).not.toContainText(postgresPassword);
    await expect(page.locator("body")).not.toContainText(/postgres(ql)?:\/\/|\.js:\d|\n\s+at /i);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.getByRole("alert")).toBeVisible();
  } finally {
    await cluster`alter database ${cluster(name)} with allow_connections true`;
    await cluster.end();
  }
  await page.unroute("/");
  const isCurrent = async () => (await page.request.get("/")).headers()["cache-status"];
  await expect.poll(isCurrent).toBeUndefined();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(landing.hero).toBeVisible();
});

test("the page refuses to start without its configuration", async ({ page, watch }) => {
  watch.expectProblem(/no configuration \(#foyer-config\)/);
  await serveChanged(page, (html) => html.replace('id="foyer-config"', 'id="somewhere-else"'));
  const visits: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/visits")) visits.push(request.url());
  });
  await page.goto("/");
  await expect.poll(() => watch.missing()).toEqual([]);
  expect(visits).toEqual([]);
  // The delivered page stays readable.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("heading", { name: "My Tech Stack" }).scrollIntoViewIfNeeded();
  await expect(page.locator("#skills")).toHaveCSS("opacity", "1");
});

test("the app refuses to start without its root element", { tag: "@long" }, async ({
  page,
  watch,
}) => {
  watch.expectProblem(/no root element \(#app\)/);
  await serveChanged(page, (html) => html.replace('id="app"', 'id="somewhere-else"'));
  await page.goto("/#/workspace");
  await expect.poll(() => watch.missing()).toEqual([]);
});

test("the page is complete without its code", async ({ landing, page, watch }) => {
  watch.expectProblem(/^failed: GET .*entry-/);
  watch.expectProblem(/^console error: Failed to load resource/);
  watch.expectProblem(/^console error: The page keeps its delivered HTML/);
  await page.route("**/assets/entry-*.js", (route) => route.abort());
  const failed = page.waitForEvent("console", (message) =>
    message.text().startsWith("The page keeps"),
  );
  await page.goto("/");
  await failed;
  await expect(landing.header.getByRole("link", { name: "Ines Valloran" })).toBeVisible();
  // The first text is for screen readers, the second is animated.
  await expect(landing.hero.getByText("I build quick, quiet software").nth(1)).toBeVisible();
  for (const title of ["About", "My Tech Stack", "Featured Projects", "Get In Touch"]) {
    await expect(landing.section(title)).toHaveCSS("opacity", "1");
  }
});

test("a message whose sending code cannot be loaded is reported as not sent, and its text stays", async ({
  landing,
  page,
  watch,
}) => {
  watch.expectProblem(/^failed: GET .*hydrate-/);
  watch.expectProblem(/^console error: Failed to load resource/);
  watch.expectProblem(/^console error: TypeError: Failed to fetch dynamically imported module/);
  await page.route("**/assets/hydrate-*.js", (route) => route.abort());
  await page.goto("/");
  await page.getByRole("button", { name: "here" }).click();
  await landing.fillForm({
    name: "Ada",
    email: "ada@example.com",
    subject: "Offline",
    message: "Written offline",
  });
  // Clicking loads the code before the form is submitted.
  await landing.form.getByRole("button", { name: "Send Message" }).click();
  await expect(landing.form.getByText("The message was not sent.")).toBeVisible();
  await expect(landing.form.getByLabel("Subject")).toHaveValue("Offline");
});

/** Changes the document before it reaches the browser; status and headers stay the same. */
async function serveChanged(page: Page, change: (html: string) => string): Promise<void> {
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const changed = change(html);
    expect(changed).not.toBe(html);
    await route.fulfill({ response, body: changed });
  });
}
