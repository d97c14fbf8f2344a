import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { axeViolations, axeViolationsInBothThemes } from "../../support/axe.ts";
import { owner } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-backups" });

test("the owner downloads an archive by keyboard", async ({ admin, page, watch }) => {
  watch.expectProblem(/^answer: 400/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await admin.open("/tradmin/messages");
  await admin.sidebar.getByRole("link", { name: "Backups" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No backups are scheduled" })).toBeVisible();
  await page.getByRole("button", { name: "Download archive" }).press("Enter");
  await page.getByRole("textbox", { name: "Your password" }).fill("not my password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your current password is incorrect.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(owner.password);
  const saved = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const download = await saved;
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(download.suggestedFilename()).toMatch(/^foyer-\d{4}-\d\d-\d\d\.tar$/);
  const archive = await readFile(await download.path(), "latin1");
  expect(archive).toMatch(/^manifest\.json/);
  expect(archive).toContain("SHA256SUMS");
});

test("the owner sets the time of the daily backup by keyboard", async ({ admin, page }) => {
  await admin.open("/tradmin/backups");
  const schedule = page.getByRole("form", { name: "Daily backup" });
  await expect(schedule).toContainText("Off.");
  await schedule.getByLabel("Time").focus();
  await schedule.getByLabel("Time").fill("04:30");
  await page.keyboard.press("Enter");
  await expect(schedule).toContainText("Made every day at 04:30");
  await expect(page.getByRole("heading", { name: "No backup yet" })).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.reload();
  await expect(schedule.getByLabel("Time")).toHaveValue("04:30");
  await schedule.getByLabel("Time").fill("");
  await schedule.getByRole("button", { name: "Save Time" }).press("Enter");
  await expect(schedule.getByLabel("Time")).toHaveAccessibleDescription(
    "Enter a time such as 03:00.",
  );
  await schedule.getByRole("button", { name: "Turn Off" }).press("Enter");
  await expect(schedule).toContainText("Off.");
  await expect(page.getByRole("heading", { name: "No backups are scheduled" })).toBeVisible();
});

test("with a workspace user, an archive is encrypted or has nothing of the workspace", async ({
  admin,
  page,
  workspace,
}) => {
  await workspace.account();
  await admin.open("/tradmin/backups");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Download archive" }).click();
  await dialog.getByRole("textbox", { name: "Your password" }).fill(owner.password);
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByText("Please use at least 10 characters.")).toBeVisible();
  await dialog
    .getByRole("textbox", { name: "Passphrase of the archive" })
    .fill("open sesame, please");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByText("The two passphrases differ.")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Passphrase again" }).fill("open sesame, please");
  const encrypted = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await encrypted).suggestedFilename()).toMatch(/\.tar\.age$/);
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Download archive" }).click();
  await dialog.getByLabel("Leave them out").check();
  await dialog.getByRole("textbox", { name: "Your password" }).fill(owner.password);
  const plain = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await plain).suggestedFilename()).toMatch(/\d\.tar$/);
});

test("a download in progress is shown and can be canceled", { tag: "@long" }, async ({
  admin,
  page,
}) => {
  let download: object | null = {
    bytes: 3 * 1024 ** 3,
    files: 40,
    fileBytes: 3 * 1024 ** 3,
    rows: 4211,
    total: { rows: 4211, files: 103, fileBytes: 4 * 1024 ** 3 },
  };
  await page.route("**/backup/v1/downloads", async (route) => {
    if (route.request().method() === "GET") return route.fulfill({ json: download });
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
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(page.getByRole("button", { name: "Download archive" })).toBeVisible();
});

test("the last proven restore, a failure and the archives are shown", async ({ admin, page }) => {
  const message = `The disk is full. ${"ENOSPC ".repeat(200)}`;
  await page.route("**/backup/v1/status", (route) =>
    route.fulfill({
      json: {
        proven: {
          at: new Date().toISOString(),
          rows: 4211,
          files: 103,
          problems: [],
          complete: "a.tar",
        },
        failure: { at: new Date().toISOString(), message },
      },
    }),
  );
  await page.route("**/backup/v1/archives", (route) =>
    route.fulfill({
      json: [
        {
          name: "foyer-2026-11-22T03-00-00Z.tar",
          createdAt: "2026-11-22T03:00:00Z",
          bytes: 5 * 1024 ** 3,
        },
      ],
    }),
  );
  await admin.open("/tradmin/backups");
  const last = page.getByRole("region", { name: "Backups" });
  await expect(last).toContainText(/Last proven restore \d\d:\d\d, 4,211 rows, 103 files/);
  await expect(last.getByRole("alert")).toContainText("failed: The disk is full.");
  await expect(last.getByText(message)).toBeHidden();
  await last.getByText("Whole message").press("Enter");
  await expect(last.getByText(message)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await expect(page.getByRole("list", { name: "Scheduled archives" })).toContainText("5.00 GB");
});

test("the problems of the site are shown with the newest archive without problems", async ({
  admin,
  page,
}) => {
  const proven = {
    at: new Date().toISOString(),
    archive: "foyer-2026-11-22T03-00-00Z.tar",
    rows: 4211,
    files: 103,
    problems: [
      "1 stored file has no bytes: profile-pictures/me.png.",
      "public.workspace_tasks has 10 rows instead of 20 at the last proven backup.",
    ],
    complete: "foyer-2026-11-20T03-00-00Z.tar",
  };
  await page.route("**/backup/v1/status", (route) =>
    route.fulfill({ json: { proven, failure: null } }),
  );
  await admin.open("/tradmin/backups");
  const last = page.getByRole("region", { name: "Backups" });
  await expect(last.getByRole("alert")).toContainText(
    "can be restored, but the site has problems. The newest archive without problems is foyer-2026-11-20T03-00-00Z.tar.",
  );
  await expect(last.getByRole("listitem")).toHaveText(proven.problems);
  await expect(last).toContainText(/Last proven restore/);
  expect(await axeViolations(page)).toEqual([]);
});

test("the reason why archives cannot be listed is shown, and the list can be retried", {
  tag: "@long",
}, async ({ admin, page, watch }) => {
  watch.expectProblem(/^answer: 503/);
  watch.expectProblem(/^console error: Failed to load resource/);
  let fails = true;
  await page.route("**/backup/v1/archives", async (route) =>
    fails
      ? route.fulfill({ status: 503, json: { message: "The bucket cannot be reached." } })
      : route.continue(),
  );
  await admin.open("/tradmin/backups");
  await expect(page.getByRole("alert")).toContainText(
    "The scheduled archives could not be loaded: The bucket cannot be reached.",
  );
  await expect(page.getByRole("button", { name: "Download archive" })).toBeEnabled();
  fails = false;
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(page.getByText("No backups are scheduled")).toBeVisible();
});
