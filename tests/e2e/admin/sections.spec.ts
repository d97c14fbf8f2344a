import { expect } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

test("sections are reordered and hidden, and the page and its texts show the change", async ({
  admin,
  page,
  site,
  watch,
}) => {
  // This tab is not notified of another device's change before it saves.
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await admin.open("/tradmin/portfolio/info");
  const sections = page.getByRole("list", { name: "Sections" }).getByRole("listitem");
  const titles = ["About", "Education", "Professional Experience", "My Tech Stack"];
  const optional = [
    "Volunteering",
    "Certificates",
    "Awards",
    "Publications and talks",
    "Languages",
  ];
  await expect(sections).toContainText([...titles, "Featured Projects", ...optional]);
  await page.getByRole("button", { name: "More for Featured Projects" }).click();
  await page.getByRole("menuitem", { name: "Move to top" }).click();
  await expect(sections).toContainText(["Featured Projects", ...titles, ...optional]);
  await page.getByRole("button", { name: "Hide Education" }).click();
  await expect(sections.nth(2)).toContainText("Hidden");
  await page.getByLabel("User-Centric Philosophy").fill("People first.");
  await page.getByRole("button", { name: "Save All Info" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  const html = async () => (await page.request.get("/")).text();
  await expect.poll(html).toContain("People first.");
  expect(await html()).toMatch(/<section[^>]*id="?projects"?.*<section[^>]*id="?about"?/s);
  expect(await html()).not.toMatch(/<section[^>]*id="?education/);

  const renamed = page.getByRole("dialog", { name: "Heading of My Tech Stack" });
  await page.getByRole("button", { name: "More for My Tech Stack" }).click();
  await page.getByRole("menuitem", { name: "Heading…" }).click();
  await renamed.getByLabel("Heading", { exact: true }).fill("Practice areas");
  await renamed.getByLabel("Subtitle").fill("What I advise on.");
  watch.expectProblem(/^dialog: You have unsaved changes\. Discard them\?$/);
  await page.keyboard.press("Escape");
  await expect.poll(() => watch.missing()).toEqual([]);
  await expect(renamed.getByLabel("Subtitle"), "nothing typed is lost").toHaveValue(/advise/);
  expect(await axeViolations(page)).toEqual([]);
  await renamed.getByRole("button", { name: "Save" }).click();
  await expect(sections.nth(4)).toContainText("Practice areas");
  await expect.poll(html).toContain("What I advise on.");
  expect(await html()).toMatch(/<h2>Practice areas/);
  await page.getByRole("button", { name: "More for Featured Projects" }).click();
  await page.getByRole("menuitem", { name: "Heading…" }).click();
  await page.getByRole("dialog").getByLabel("Heading", { exact: true }).fill("");
  await page.keyboard.press("Enter");
  await expect
    .poll(html)
    .toMatch(/<section id="?projects"? class="section stacked" aria-label="?Projects"?>/);
  await page.getByRole("button", { name: "More for Practice areas" }).click();
  await page.getByRole("menuitem", { name: "Heading…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use the default" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect.poll(html).toMatch(/<h2>My Tech Stack/);

  // Typed texts are not lost: closing asks for confirmation, and a reload restores them.
  const openHeading = async () => {
    await page.getByRole("button", { name: "More for My Tech Stack" }).press("Enter");
    await page.getByRole("menuitem", { name: "Heading…" }).press("Enter");
  };
  await openHeading();
  await renamed.getByLabel("Subtitle").press("Control+a");
  await renamed.getByLabel("Subtitle").pressSequentially("Half a thought");
  for (const name of ["Cancel", "Close"]) {
    const asked = page.waitForEvent("dialog");
    await renamed.getByRole("button", { name }).press("Enter");
    await asked;
    await expect(renamed.getByLabel("Subtitle")).toHaveValue("Half a thought");
  }
  watch.acceptDialog(/^$/);
  await page.reload();
  await openHeading();
  await expect(renamed.getByLabel("Subtitle")).toHaveValue("Half a thought");
  watch.acceptDialog(/^You have unsaved changes/);
  await page.keyboard.press("Escape");
  await expect(renamed).toHaveCount(0);
  await openHeading();
  await expect(renamed.getByLabel("Subtitle")).not.toHaveValue("Half a thought");
  await renamed.getByRole("button", { name: "Cancel" }).click();
  await expect(renamed).toHaveCount(0);

  // Simulates a change in another browser.
  await site.sql`update public.personal_info set value = '{"hidden":["about"]}' where key = 'sections'`;
  watch.expectStatus(409);
  await page.getByRole("button", { name: "Show Education" }).click();
  await expect(page.getByText(/^The sections were changed in the meantime\./)).toBeVisible();
  await expect(sections.first()).toContainText("AboutHidden");
  await site.sql`delete from public.personal_info
    where key in ('sections', 'highlightUsers')`;
});
