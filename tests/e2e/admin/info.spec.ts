import { expect } from "@playwright/test";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { bioOf, change, INFO, save, stored } from "../../support/pages/general-info.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

const isSave = (method: string, url: string) =>
  method === "POST" && url.includes("/rest/v1/personal_info");

test("all texts of General Info are saved at once and appear on the public page", async ({
  admin,
  page,
  landing,
}) => {
  await admin.open(INFO);
  await page.getByLabel("Display name").fill("Ada Example");
  await page.getByLabel("Full name").fill("Ada Maria Example");
  await page.getByLabel("Tagline").fill("I write notes on engines.");
  await page.getByLabel("Location").fill("London");
  await page.getByLabel("Contact email").fill("ada@example.com");
  await bioOf(page).fill("Words about engines.");
  await page.getByRole("textbox", { name: "Personal statement" }).fill("My statement.");
  await page.getByLabel("Accent color").fill("#e4572e");
  await page.getByLabel("Picture on the first screen").selectOption("Slipway");
  // The choice is shown in both themes before it is saved.
  await page.getByLabel("Look").selectOption("Editorial: Source Serif and Source Sans");
  const previews = page.locator('iframe[title="The public page"]');
  await expect(previews).toHaveCount(2);
  for (const [index, color] of ["rgb(23, 21, 15)", "rgb(233, 239, 243)"].entries()) {
    const name = previews.nth(index).contentFrame().getByRole("heading", { level: 1 });
    await expect(name).toHaveCSS("font-family", /^"Source Serif 4"/);
    await expect(name).toHaveCSS("color", color);
  }

  const request = page.waitForRequest((one) => isSave(one.method(), one.url()));
  await save(page).click();
  const rows = (await request).postDataJSON() as { key: string }[];
  expect(rows.map(({ key }) => key).sort()).toEqual([
    "accentColor",
    "adminFaviconSvg",
    "bio",
    "contactLead",
    "cvPhone",
    "displayName",
    "email",
    "faviconSvg",
    "fullName",
    "heroPicture",
    "highlightAmbition",
    "highlightInnovation",
    "highlightUsers",
    "location",
    "look",
    "pageLanguage",
    "personalStatement",
    "phone",
    "postalAddress",
    "profilePictureUrl",
    "tagline",
    "workspaceFaviconSvg",
  ]);
  await (await request).response();
  await expect
    .poll(async () => (await page.request.get("/")).text())
    .toContain("I write notes on engines.");
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await expect(admin.sidebar.locator("xpath=..").getByText("Ada Example")).toBeVisible();

  await landing.open();
  await expect(landing.hero).toContainText("Words about engines.");
  await expect(landing.hero).toContainText("London");
  await expect(landing.section("About")).toContainText("My statement.");
  await expect(landing.hero.getByRole("img")).toHaveAccessibleName("Screenshot of Slipway");
  const button = landing.hero.getByRole("link", { name: "Get In Touch" });
  await expect(button).toHaveCSS("background-color", "rgb(182, 70, 37)");
  await expect(landing.hero.getByRole("heading")).toHaveCSS("font-family", /^"Source Serif 4"/);
});

test("rich text is written with the toolbar and with shortcuts, and announced as such", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await admin.open(INFO);
  const bio = bioOf(page);
  const tool = (name: string) =>
    page.getByRole("toolbar", { name: "Formatting of Bio" }).getByRole("button", { name });
  await bio.fill("");
  await expect(tool("Align left")).toHaveAttribute("aria-pressed", "true");
  await tool("Bold").click();
  await expect(tool("Bold")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("strong");
  await page.keyboard.press("Control+b");
  await expect(tool("Bold")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Control+Shift+h");
  await page.keyboard.type(" marked");
  await page.keyboard.press("Control+Shift+h");
  await page.keyboard.press("Enter");
  await page.keyboard.type("centerd");
  await tool("Align center").click();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Shift+r");
  await page.keyboard.type("right");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Shift+l");
  await tool("Bullet list").click();
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await save(page).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  const [row] = await site.sql`select value from public.personal_info where key = 'bio'`;
  expect(row?.value).toBe(
    '<p><strong>strong</strong><mark> marked</mark></p><p style="text-align:center">centerd</p><p style="text-align:right">right</p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
  );
  // The saved text is not reset: the caret stays and typing continues.
  await bio.focus();
  await page.keyboard.type("!");
  await expect(bio.getByRole("listitem").last()).toHaveText("two!");
});

test("a phone number is private until the owner shows it in the CV", async ({
  admin,
  page,
  site,
}) => {
  const publicTexts = async () => {
    const { publishableKey } = await site.secrets();
    const paths = ["/rest/v1/personal_info?select=value", "/cv", "/resume.json"];
    const headers = { apikey: publishableKey };
    const texts = paths.map(async (path) => (await page.request.get(path, { headers })).text());
    return (await Promise.all(texts)).map((text) => text.includes("+49 30 1234"));
  };
  await admin.open(INFO);
  const shown = page.getByRole("checkbox", { name: /phone number in the CV/ });
  await expect(shown).toBeDisabled();
  await page.getByLabel("Phone", { exact: true }).fill("+49 30 123");
  await save(page).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await site.sql`select value from personal_info where key = 'phone'`).toHaveLength(1);
  await shown.check();
  // The copy changes with the phone number.
  await page.getByLabel("Phone", { exact: true }).press("End");
  await page.keyboard.type("4");
  await save(page).click();
  await expect.poll(publicTexts).toEqual([true, true, true]);
  await shown.uncheck();
  await save(page).click();
  await expect.poll(publicTexts).toEqual([false, false, false]);
  expect(await site.sql`select value from personal_info where key = 'phone'`).toEqual([
    { value: "+49 30 1234" },
  ]);
});

test("a text of General Info is changed, formatted and saved by keyboard alone", async ({
  admin,
  page,
}) => {
  await admin.open(INFO);
  await expect(bioOf(page)).toBeVisible();
  await page.getByLabel("Contact email").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Bold" }).first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("button", { name: "Align right" }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(bioOf(page)).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("By hand");
  await expect(bioOf(page)).toHaveText("By hand");
  // Tabs past the second editor, the page language and texts, the private details, the icons and
  // the color to the button.
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(save(page)).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0], timeout: 120_000 });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
});

test("a save of General Info that the form or the backend refuses shows the reason, keeps the typed text and stores nothing", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  await site.sql`update public.personal_info set value = 'Before' where key = 'tagline'`;
  await admin.open(INFO);
  await page.getByLabel("Contact email").fill("not an address");
  let sent = 0;
  page.on("request", (one) => {
    if (isSave(one.method(), one.url())) sent += 1;
  });
  await save(page).click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await expect(page.getByLabel("Contact email")).toBeFocused();
  expect(sent).toBe(0);
  await page.getByLabel("Contact email").fill("ada@example.com");

  watch.expectStatus(500);
  await page.getByLabel("Tagline").fill("After");
  await bioOf(page).fill("Kept words");
  await page.route("**/rest/v1/personal_info*", failRequests("The disk is full.", "POST"));
  await save(page).click();
  await expect(page.getByRole("alert")).toHaveText("The disk is full.");
  await expect(page.getByLabel("Tagline")).toHaveValue("After");
  await expect(bioOf(page)).toHaveText("Kept words");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.unrouteAll();

  // One refused value refuses all. The form itself would prevent this value.
  watch.expectStatus(400);
  await page.route("**/rest/v1/personal_info*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const rows = route.request().postDataJSON() as { key: string; value: string }[];
    const broken = rows.map((row) =>
      row.key === "profilePictureUrl" ? { ...row, value: "javascript:1" } : row,
    );
    await route.continue({ postData: JSON.stringify(broken) });
  });
  await save(page).click();
  await expect(page.getByRole("alert")).toContainText("personal_info_picture_check");
  expect(await stored(site, "tagline")).toBe("Before");
  await page.unrouteAll();

  await save(page).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
  expect(await stored(site, "tagline")).toBe("After");
});

test("changes in two tabs are merged, and a field that both changed offers a choice", async ({
  admin,
  page,
  site,
  watch,
}) => {
  watch.expectStatus(409);
  await site.sql`delete from public.personal_info where key = 'email'`;
  await admin.open(INFO);
  await page.getByLabel("Tagline").fill("mine");
  await bioOf(page).fill("My words");
  await page.getByLabel("Location").fill("Mine too");
  // A read at the wrong moment, as when the live channel is joined, would show the changes before
  // the save is refused.
  const reads = holdRequests("GET");
  await page.route("**/rest/v1/personal_info*", reads.route);
  await change(site, "tagline", "theirs");
  await change(site, "bio", "<p>Their <b>words</b></p><p>again</p>");
  const refused = page.waitForResponse((answer) => answer.status() === 409);
  await save(page).click();
  await refused;
  reads.release();
  const notice = page.getByText(
    "Changed in another tab or on another device while you were editing.",
  );
  const differences = page.getByRole("table", { name: "Differences" }).locator("tbody tr");
  await expect(notice).toBeVisible();
  await expect(differences).toHaveText([
    /^Tagline\s*mine\s*theirs$/,
    /^Bio\s*My words\s*Their words\s*again$/,
  ]);
  await expect(page.getByLabel("Tagline")).toHaveValue("mine");
  await expect(save(page)).toBeDisabled();
  expect(await stored(site, "location"), "nothing of the form was saved").not.toBe("Mine too");

  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect(page.getByLabel("Tagline")).toHaveValue("theirs");
  await expect(page.getByLabel("Location")).toHaveValue("Mine too");
  await expect(notice).toBeHidden();

  await page.getByLabel("Tagline").fill("mine again");
  await change(site, "tagline", "theirs again");
  await change(site, "fullName", "Only There");
  // The button may already be disabled, if a read after the last save has found the values.
  await save(page).click({ force: true });
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await stored(site, "tagline")).toBe("mine again");
  expect(await stored(site, "location")).toBe("Mine too");
  expect(await stored(site, "fullName"), "mine wins only where both wrote").toBe("Only There");

  // Both sides change different fields, which are merged without a question.
  await page.getByLabel("Tagline").fill("only here");
  await change(site, "fullName", "Only There Again");
  await save(page).click();
  await expect(page.getByLabel("Full name")).toHaveValue("Only There Again");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect(await stored(site, "tagline")).toBe("only here");
  expect(await stored(site, "fullName")).toBe("Only There Again");

  // When both sides create the same value, neither overwrites the other.
  await site.sql`delete from public.personal_info where key = 'email'`;
  await page.reload();
  await page.getByLabel("Contact email").fill("here@example.com");
  await site.sql`insert into public.personal_info (key, value, revision)
    values ('email', 'there@example.com', -5)`;
  await save(page).click();
  await expect(differences).toHaveText([/^Contact email\s*here@\S+\s*there@\S+$/]);
  expect(await stored(site, "email")).toBe("there@example.com");
});

test("unsaved text of General Info can be previewed, survives a reload, can be discarded, and leaving asks about it", async ({
  admin,
  page,
  site,
  watch,
}) => {
  // The tests of projects share this site and delete projects with this name.
  await site.sql`insert into public.projects (name, live_link, visibility) values
    ('Test draft', 'https://example.com', 'draft'), ('Test hidden', 'https://example.com', 'hidden')`;
  await site.sql`delete from public.personal_info where key = 'look'`;
  await admin.open(INFO);
  await page.getByLabel("Tagline").fill("typed before the reload");
  await page.getByLabel("Location").fill("Seen Before Saving");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.frameLocator('iframe[title="The public page"]');
  await expect(preview.getByText("Seen Before Saving")).toBeVisible();
  await expect(preview.getByText("Test draft")).toBeVisible();
  await expect(preview.getByText("Test hidden")).toBeHidden();
  expect(await stored(site, "location")).not.toBe("Seen Before Saving");
  const root = preview.locator("html");
  await expect
    .poll(() =>
      root.evaluate(({ ownerDocument: { fonts } }) => fonts.check("600 1em IBM Plex Sans")),
    )
    .toBe(true);
  const ground = () => preview.locator("body").evaluate((body) => getComputedStyle(body).color);
  const panel = await page.evaluate(() => document.documentElement.dataset.theme);
  const before = await ground();
  await page.getByRole("button", { name: /^(Dark|Light) theme$/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(ground).not.toBe(before);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(panel);
  await page.keyboard.press("Enter");
  await expect.poll(ground).toBe(before);
  await page.keyboard.press("Escape");
  await bioOf(page).fill("rich before the reload");
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
  await expect(page.getByLabel("Tagline")).toHaveValue("typed before the reload");
  await expect(bioOf(page)).toHaveText("rich before the reload");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Tagline")).not.toHaveValue("typed before the reload");
  await expect(bioOf(page)).not.toHaveText("rich before the reload");
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  // Leaving asks first; opening a link's editor does not.
  await bioOf(page).fill("not saved yet");
  await page.getByRole("button", { name: "Add Link" }).click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(bioOf(page)).toHaveText("not saved yet");

  watch.expectProblem(/^dialog: You have unsaved changes/);
  await admin.sidebar.getByRole("link", { name: "Dashboard" }).click();
  await expect.poll(() => watch.missing()).toEqual([]);
  await expect(bioOf(page)).toHaveText("not saved yet");
  watch.acceptDialog(/^You have unsaved changes/);
  await admin.sidebar.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("icons are previewed as the tab shows them, and unsafe ones are refused", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  watch.expectProblem(/^policy: script-src-attr blocked inline/);
  watch.expectProblem(/^console error: Executing inline event handler/);
  await admin.open(INFO);
  const field = page.getByLabel("Site icon (SVG)", { exact: true });
  const preview = page.getByRole("img", { name: "Site icon (SVG) at 32 pixels" });
  await field.fill('<svg viewBox="0 0 9 9"><path fill="currentColor" d="M1 1h7v7z"/></svg>');
  await expect(preview).toHaveAttribute("src", /%2322d3ee/);
  await expect(preview).toHaveJSProperty("complete", true);
  expect(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  await field.fill('<svg onload="alert(1)"><script>alert(2)</script><circle r="4"/></svg>');
  await expect(preview).toHaveAttribute("src", /circle/);
  await expect(preview).not.toHaveAttribute("src", /alert/);
  await save(page).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await stored(site, "faviconSvg")).not.toContain("alert");
  await expect
    .poll(async () => (await page.request.get("/favicon.svg")).text())
    .toContain('<circle r="4"');
  // The save ends once everything has been refetched.
  await expect(save(page)).toBeEnabled();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await field.fill("<script>alert(3)</script>");
  await expect(page.getByText(/^This isn't a usable SVG\./)).toBeVisible();
  await save(page).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("<script>alert(3)</script>");
  expect(await stored(site, "faviconSvg")).toContain("circle");

  // The admin panel's own icon is updated.
  await field.fill("");
  await page
    .getByLabel("Admin panel icon (SVG)", { exact: true })
    .fill('<svg viewBox="0 0 9 9"><path d="M3 3h5v5z"/></svg>');
  await save(page).click();
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute("href", /M3%203h5v5z/);
});
