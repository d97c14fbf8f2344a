import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { INFO, stored } from "../../support/pages/general-info.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

const pdf = "%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n%%EOF\n";
const file = (text: string, name = "cv.pdf") => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(text),
});

test("an uploaded PDF is offered instead of the generated CV, until it is switched off or removed", async ({
  admin,
  page,
  site,
  landing,
  watch,
}) => {
  const section = page.getByRole("region", { name: "Download CV" });
  const offer = section.getByRole("checkbox", { name: "Offer my PDF" });
  await admin.open(INFO);
  await section.getByLabel("CV as PDF").setInputFiles(file("<html>", "page.pdf"));
  await expect(section.getByRole("alert")).toHaveText("“page.pdf” is not a PDF.");

  const uploads = "**/storage/v1/object/profile-pictures/public/*";
  await page.route(uploads, failRequests("The disk is full."));
  watch.expectStatus(500);
  await section.getByLabel("CV as PDF").setInputFiles(file(pdf));
  await expect(section.getByRole("alert")).toHaveText("The disk is full.");
  await page.unroute(uploads);

  const chooser = page.waitForEvent("filechooser");
  await section.getByRole("button", { name: "Choose PDF" }).press("Enter");
  await (await chooser).setFiles(file(pdf));
  await expect(offer).toBeChecked();
  await expect(section.getByRole("alert")).toHaveCount(0);
  const address = await stored(site, "cvFile");

  await landing.open();
  const saved = page.waitForEvent("download");
  await landing.hero.getByRole("link", { name: "Download CV" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^.+ CV\.pdf$/);
  expect(await readFile(await download.path(), "utf8")).toBe(pdf);
  const started = page.waitForEvent("download");
  await page.goto("/cv");
  expect((await started).suggestedFilename()).toBe(download.suggestedFilename());

  await admin.open(INFO);
  await offer.press("Space");
  await expect(offer).not.toBeChecked();
  await expect.poll(() => stored(site, "cvDownload")).toBe("");
  await page.goto("/cv");
  await expect(page.getByRole("heading", { name: "Experience" })).toBeVisible();

  await admin.open(INFO);
  watch.acceptDialog(/^Are you sure you want to remove the uploaded CV\?$/);
  await section.getByRole("button", { name: "Remove PDF" }).press("Enter");
  await expect(section.getByRole("button", { name: "Choose PDF" })).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(400);
});
