import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-backups" });

test("the owner downloads an archive by keyboard", async ({ admin, page }) => {
  await admin.open();
  await admin.sidebar.getByRole("link", { name: "Backups" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No backups are scheduled" })).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download archive" }).press("Enter");
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^foyer-\d{4}-\d\d-\d\d\.tar$/);
  const archive = await readFile(await download.path(), "latin1");
  expect(archive).toMatch(/^manifest\.json/);
  expect(archive).toContain("SHA256SUMS");
});

test("a download in progress is shown and can be canceled", async ({ admin, page }) => {
  let download: object | null = {
    bytes: 3 * 1024 ** 3,
    files: 40,
    fileBytes: 3 * 1024 ** 3,
    rows: 4211,
    total: { rows: 4211, files: 103, fileBytes: 4 * 1024 ** 3 },
  };
  const archives = [
    {
      name: "foyer-2026-11-22T03-00-00Z.tar",
      createdAt: "2026-11-22T03:00:00Z",
      bytes: 5 * 1024 ** 3,
    },
  ];
  await page.route("**/backup/v1/archives", (route) =>
    route.fulfill({ json: { archives, download } }),
  );
  await page.route("**/backup/v1/downloads", async (route) => {
    expect(route.request().method()).toBe("DELETE");
    download = null;
    await route.fulfill({ status: 204 });
  });
  await admin.open("/tradmin/backups");
  await expect(page.getByRole("progressbar", { name: "Archive" })).toHaveAttribute(
    "aria-valuenow",
    "75",
  );
  await expect(page.getByText("3.00 GB: 4,211 of 4,211 rows, 40 of 103 files")).toBeVisible();
  await expect(page.getByRole("list", { name: "Scheduled archives" })).toContainText("5.00 GB");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(page.getByRole("button", { name: "Download archive" })).toBeVisible();
});

test("backups that cannot be loaded can be tried again", async ({ admin, page, watch }) => {
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  let fails = true;
  await page.route("**/backup/v1/archives", async (route) =>
    fails
      ? route.fulfill({ status: 500, json: { message: "Internal server error" } })
      : route.continue(),
  );
  await admin.open("/tradmin/backups");
  await expect(page.getByRole("alert")).toContainText(
    "The backups could not be loaded: Internal server error",
  );
  fails = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Download archive" })).toBeVisible();
});
