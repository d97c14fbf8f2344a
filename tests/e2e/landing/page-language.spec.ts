import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { INFO, save } from "../../support/pages/general-info.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "page language" });

const languageOf = (page: Page) => page.locator("html").getAttribute("lang");

async function choose(page: Page, language: string): Promise<void> {
  await page.getByLabel("Page language").selectOption(language);
  await save(page).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
}

test("the owner chooses German for the page, and English again", async ({
  admin,
  landing,
  page,
  site,
  watch,
}) => {
  await admin.open(INFO);
  await page.getByLabel("Page language").selectOption("Deutsch");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  const greeting = preview.frameLocator("iframe").getByRole("heading", { level: 1 });
  await expect(greeting).toHaveText("Hallo, ich bin Ines Valloran");
  await page.getByRole("button", { name: "Close preview" }).click();
  await choose(page, "Deutsch");
  await page.reload();
  await expect(page.getByLabel("Page language")).toHaveValue("de");
  expect(await languageOf(page), "of the panel").toBe("en");

  // The panel is in English, but names sections as the page does.
  await page.getByRole("button", { name: "More for My Tech Stack" }).click();
  await page.getByRole("menuitem", { name: "Heading…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Heading", { exact: true })).toHaveValue("Mein Tech-Stack");
  await expect(dialog.getByRole("button", { name: "Use the default" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await landing.open();
  expect(await languageOf(page)).toBe("de");
  await expect(page.getByRole("navigation", { name: "Hauptmenü" })).toHaveText(/^StartÜber mich/);
  await page.getByRole("button", { name: "Mehr anzeigen: Slipway" }).click();
  const less = page.getByRole("button", { name: "Weniger anzeigen: Slipway" });
  await expect(less).toHaveText("Weniger anzeigen");
  await less.click();
  await expect(page.getByRole("button", { name: "Mehr anzeigen: Slipway" })).toBeVisible();

  // Uses the message form by keyboard alone.
  watch.tolerate(/ERR_FAILED|messages/);
  await page.route("**/rest/v1/messages", (route) => route.abort());
  await page.getByRole("button", { name: "Hier" }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Nachricht schreiben" });
  await expect(form.getByLabel("Name")).toBeFocused();
  for (const words of ["Ada", "ada@example.com", "Frage", "Sind weitere Häfen geplant?"]) {
    await page.keyboard.type(words);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button")).toHaveText("Wird gesendet …");
  await expect(form.getByRole("alert")).toHaveText(
    "Fehler: Keine Verbindung zur Website. Bitte später noch einmal versuchen.",
  );
  await expect(form.getByLabel("Nachricht")).toHaveValue("Sind weitere Häfen geplant?");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.unroute("**/rest/v1/messages");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("status")).toHaveText("Nachricht gesendet! Eine Antwort folgt bald.");
  const messages = await site.sql`select from messages where subject = 'Frage'`;
  expect(messages).toHaveLength(1);

  await page.getByRole("link", { name: "Zum Workspace" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Workspace Login" })).toBeVisible();
  expect(await languageOf(page), "of the workspace").toBe("en");
  await page.goBack();
  expect(await languageOf(page)).toBe("de");

  await page.goto("/cv");
  expect(await languageOf(page)).toBe("de");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Erfahrung");
  await expect(page.getByText("2023 – heute")).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  await admin.open(INFO);
  await choose(page, "English");
  await landing.open();
  expect(await languageOf(page)).toBe("en");
  await expect(landing.hero).toContainText("Hello, I’m Ines Valloran");
});

for (const [language, width] of [
  ["de", 390],
  ["es", 390],
  ["fr", 390],
  ["fr", 768],
  ["it", 768],
] as const) {
  test(`nothing is wider than the window in ${language} at ${width} pixels`, async ({
    page,
    site,
  }) => {
    await site.sql`insert into personal_info (key, value) values ('pageLanguage', ${language})
      on conflict (key) do update set value = excluded.value`;
    await expect
      .poll(async () => (await page.request.get("/")).text())
      .toContain(`<html lang="${language}"`);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    // By keyboard: right after the load, the page may move between a press and its release.
    await page.locator("[data-contact-button]").press("Enter");
    await expect(page.locator("#contact-form input").first()).toBeFocused();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("body :not(script, template, .sr-only, .sr-only *)")]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map(({ className, textContent }) => `${className}: ${textContent?.slice(0, 40)}`),
    );
    expect(wide).toEqual([]);
  });
}
