import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { axeViolations } from "../support/axe.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-import" });

const cv = {
  basics: {
    name: "Ines Marlowe",
    label: "I build calm tools.",
    email: "ines@example.com",
    summary: "Ten years of interfaces.",
    location: { city: "Lisbon" },
    profiles: [{ network: "GitHub", url: "https://github.com/ines" }],
  },
  work: Array.from({ length: 8 }, (_, index) => ({
    name: `Company ${index}`,
    position: "Engineer",
    startDate: `${2024 - index}-03`,
    ...(index > 0 && { endDate: `${2025 - index}-02` }),
    summary: "Built things.",
    keywords: ["TypeScript"],
  })),
  education: [{ institution: "Técnico", studyType: "MSc", startDate: "2010", endDate: "2012" }],
  skills: ["Web", "Data", "Tools"].map((name) => ({
    name,
    keywords: ["one", "two", "three", "four", "five", "six"].map((word) => `${name} ${word}`),
  })),
  projects: Array.from({ length: 6 }, (_, index) => ({
    name: `Project ${index}`,
    url: `https://project-${index}.example`,
    description: "Does one thing well.",
    keywords: ["Node.js"],
  })),
};
const file = (value: unknown) => ({
  name: "cv.json",
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify(value)),
});

test("a whole CV is imported into a new site with three clicks, and adds nothing twice", async ({
  admin,
  page,
}) => {
  await admin.open();
  await page.getByRole("link", { name: "Import your CV" }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a File" }).click();
  await (await chooser).setFiles(file(cv));
  await expect(page.getByLabel(/Remove the sample content/)).toBeChecked();
  await expect(page.getByText(/39 to add, 0 to change, 0 already/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 39 Entries" }).click();
  await expect(page.getByText("39 entries are on your site now.")).toBeVisible();

  await page.getByRole("button", { name: "Import another file" }).press("Enter");
  await page
    .getByLabel("CV file")
    .setInputFiles(file({ ...cv, basics: { ...cv.basics, label: "New." } }));
  await expect(page.getByText(/0 to add, 1 to change, 38 already/)).toBeVisible();
  await expect(page.getByRole("row", { name: "Tagline I build calm tools. New." })).toBeVisible();
  await page.getByRole("checkbox", { name: "Tagline" }).press("Space");
  await expect(page.getByRole("button", { name: "Import 0 Entries" })).toBeDisabled();

  await page.goto("/");
  await expect(page.locator("#experience h3")).toHaveCount(8);
  await expect(page.locator(".facts")).toContainText("Engineer, Company 0");
  await expect(page.locator("#projects h3").first()).toHaveText("Project 0");
  await expect(page.locator("#skills h3")).toHaveText(["Web", "Data", "Tools"]);
});

test("the export has drafts as well, and unreadable files are refused", async ({ admin, page }) => {
  await admin.open("/tradmin/import");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Content" }).press("Enter");
  const text = await readFile(await (await saved).path(), "utf8");
  expect(JSON.parse(text)).toMatchObject({ format: "foyer-content", version: 1 });
  await page.getByLabel("CV file").setInputFiles(file({ anything: "else" }));
  await expect(page.getByRole("alert")).toContainText("This is not a CV that can be imported.");
});
