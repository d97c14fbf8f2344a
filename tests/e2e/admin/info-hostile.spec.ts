import { expect, type Page } from "@playwright/test";
import { ALLOWED_TAGS } from "../../../src/lib/sanitize/html-policy.ts";
import { bioOf, INFO, save, stored } from "../../support/pages/general-info.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

test("content pasted into the rich text never runs, in the panel or on the public page", async ({
  admin,
  corpora,
  page,
  site,
  landing,
  watch,
}) => {
  // The CSP reports each blocked script and style that is parsed; the test requires that none runs.
  watch.expectProblem(/^policy: (script|style)-src-(attr|elem) blocked inline/);
  watch.expectProblem(/^console error: (Executing|Applying) inline/);
  watch.expectProblem(/^policy: base-uri blocked/);
  watch.expectProblem(/^console error: Setting the document's base URI/);
  await page.addInitScript(() => {
    (window as unknown as { alert: () => void }).alert = () => console.error("executed");
  });
  await admin.open(INFO);
  const bio = bioOf(page);
  await bio.fill("");
  await bio.evaluate(
    (editor, vectors) => {
      for (const vector of vectors) {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/html", `<p>${vector}</p>`);
        editor.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      }
    },
    corpora.html.slice(0, 300),
  );
  await expect(bio).not.toHaveText("");
  await save(page).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  const value = await stored(site, "bio");
  expect(value.length).toBeGreaterThan(100);
  expect(await namesIn(page, value)).toEqual([]);
  await landing.open();
  await expect(landing.hero.locator(".rich")).not.toHaveText("");
});

test("hostile stored texts are shown as text, do not run and fit the screen", async ({
  admin,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^policy: script-src-(attr|elem) blocked inline/);
  watch.expectProblem(/^console error: Executing inline/);
  const long = "W".repeat(2_000);
  await site.sql`update public.personal_info set value = ${`<script>alert(1)</script><img src=x onerror=alert(2)><p onclick="alert(3)">${long} 🦊 مرحبا</p>`} where key in ('bio', 'personalStatement')`;
  await site.sql`update public.personal_info set value = ${`<b>${long}</b> 🦊 مرحبا`} where key in ('displayName', 'tagline', 'location')`;
  await site.sql`update public.personal_info set value = '<svg><script>alert(4)</script></svg' where key = 'faviconSvg'`;
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.open(INFO);
  await expect(bioOf(page)).toContainText("🦊 مرحبا");
  await expect(page.getByLabel("Tagline")).toHaveValue(`<b>${long}</b> 🦊 مرحبا`);
  await expect(page.getByText("Unsaved changes"), "showing it changes nothing").toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // Saving an untouched form changes no text.
  await site.sql`update public.personal_info set value = '<p>plain</p>'
    where key in ('bio', 'personalStatement')`;
  await site.sql`update public.personal_info set value = '' where key = 'faviconSvg'`;
  await page.reload();
  await expect(bioOf(page)).toBeVisible();
  // The first save of a site also adds the rows of its empty fields.
  const texts = () =>
    site.sql`select key, value from public.personal_info where value <> '' order by key`;
  const before = await texts();
  await save(page).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect([...(await texts())]).toEqual([...before]);
  // Typing these texts on the public page would take the next test file minutes.
  await site.sql`update public.personal_info set value = 'short' where value like '<b>WW%'`;
});

/** Names of the elements and attributes in an HTML text that are not on the allow-list. */
function namesIn(page: Page, html: string): Promise<string[]> {
  return page.evaluate(
    ([text, tags]) => {
      const { body } = new DOMParser().parseFromString(text, "text/html");
      const attributes = ["href", "rel", "style"];
      return [...body.querySelectorAll("*")].flatMap((element) => [
        ...(tags.includes(element.localName) ? [] : [element.localName]),
        ...element.getAttributeNames().filter((name) => !attributes.includes(name)),
      ]);
    },
    [html, ALLOWED_TAGS] as const,
  );
}
