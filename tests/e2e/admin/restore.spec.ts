import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, type Page } from "@playwright/test";
import { encrypt } from "../../../server/archive/encryption.ts";
import { openSqlSource } from "../../../server/archive/sql-source.ts";
import { writeArchive } from "../../../server/archive/write-archive.ts";
import { renewLink } from "../../../server/setup/setup-links.ts";
import { createFileBlobStore } from "../../../server/storage/blobs/file-blob-store.ts";
import type { RestoreState } from "../../../shared/restore.ts";
import { readDatabaseUrl } from "../../lifecycle/server-state.ts";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { type BuiltSite, owner } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-restore" });

const passphrase = "schön geheim";

async function archiveOf(site: BuiltSite): Promise<Buffer> {
  const blobs = createFileBlobStore(join(site.dataDir, "blobs"));
  const source = await openSqlSource({ url: await readDatabaseUrl(site.dataDir), blobs });
  return buffer(writeArchive(source)).finally(source.close);
}

/**
 * Removes the owner.
 * @returns the setup link that the server then prints.
 */
async function openSetup({ sql }: BuiltSite): Promise<string> {
  await sql`delete from auth.users`;
  const renewal = await renewLink(sql, { replace: true });
  return `/#/tradmin/setup?token=${renewal.owned ? "" : renewal.token}`;
}

const setName = ({ sql }: BuiltSite, name: string) =>
  sql`update public.personal_info set value = ${name} where key = 'displayName'`;

const chooseButton = (page: Page) => page.getByRole("button", { name: "Choose an archive" });

async function choose(page: Page, name: string, bytes: Buffer): Promise<void> {
  const opened = page.waitForEvent("filechooser");
  await chooseButton(page).press("Enter");
  await (await opened).setFiles({ name, mimeType: "application/x-tar", buffer: bytes });
}

test("an encrypted archive is restored by keyboard alone, and its owner signs in", async ({
  page,
  context,
  site,
  watch,
}) => {
  watch.expectStatus(410);
  await setName(site, "Restored Person");
  const archive = Readable.from([await archiveOf(site)], { objectMode: false });
  const encrypted = await buffer(await encrypt(archive, passphrase, 10));
  await setName(site, "Fresh Person");
  const link = await openSetup(site);
  const otherTab = await context.newPage();
  await otherTab.goto(link);
  await expect(otherTab.getByLabel("Email")).toBeVisible();
  expect(await (await fetch(site.origin)).text()).toContain("Fresh Person");

  await page.goto(link);
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByRole("button", { name: "Restore from an archive" }).press("Enter");
  await expect(chooseButton(page)).toBeFocused();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await choose(page, "site.tar.age", encrypted);
  await expect(page.getByLabel("Passphrase")).toBeFocused();
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This passphrase does not open the archive.")).toBeVisible();
  await expect(page.getByLabel("Passphrase")).toBeFocused();
  await page.keyboard.type(passphrase);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Restore", exact: true })).toBeFocused();
  await expect(page.getByText(/^\d+ rows and \d+ files/)).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: owner.email })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "No user" })).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("status").getByText(/^Restored \d+ rows and \d+ files\.$/),
  ).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(await (await fetch(site.origin)).text()).toContain("Restored Person");
  await expect(page.getByRole("link", { name: "Go to Sign In" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByLabel("Email").press("Tab");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();

  // The background tab notices this when it becomes visible. Its live channel then connects again,
  // even if it is still connecting.
  watch.tolerate(/WebSocket is closed before the connection/);
  await otherTab.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await expect(otherTab.getByRole("heading", { name: "Already set up" })).toBeVisible();
});

test("progress is shown, and a restore can be canceled and tried again", { tag: "@long" }, async ({
  page,
  site,
  watch,
}) => {
  watch.tolerate(/^failed: POST/);
  const archive = await archiveOf(site);
  await page.goto(await openSetup(site));
  let state: RestoreState = {
    state: "restoring",
    progress: {
      rows: 4211,
      files: 40,
      fileBytes: 3 * 1024 ** 3,
      total: { rows: 4211, files: 103, fileBytes: 4 * 1024 ** 3 },
    },
  };
  await page.route("**/setup/v1/archive?*", (route) => route.fulfill({ json: state }));
  // The host answers only after it has restored everything.
  await page.route("**/setup/v1/archive", () => {});
  await page.getByRole("button", { name: "Restore from an archive" }).click();
  await choose(page, "site.tar", archive);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  const restored = page.getByRole("progressbar", { name: "Restored" });
  await expect(restored).toHaveAttribute("aria-valuenow", "75");
  await expect(page.getByText("4,211 of 4,211 rows and 40 of 103 files restored")).toBeVisible();
  const cancel = page.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeFocused();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await cancel.press("Enter");
  await expect(page.getByRole("button", { name: "Canceling..." })).toBeVisible();
  state = { state: "failed", code: "connection_lost", message: "The connection was lost." };
  await expect(page.getByText("Canceled. Nothing was changed.")).toBeVisible();

  await page.unrouteAll();
  await page.getByRole("button", { name: "Restore", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Your site is restored" })).toBeVisible();
});

test("a file that is not an archive is refused, and another one can be chosen", {
  tag: "@long",
}, async ({ page, site, watch }) => {
  watch.expectStatus(422);
  await page.goto(await openSetup(site));
  await page.getByRole("button", { name: "Restore from an archive" }).click();
  await choose(page, "holiday.zip", Buffer.alloc(5000, "PK"));
  await expect(page.getByRole("alert")).toContainText("This file is not a Foyer archive.");
  await expect(chooseButton(page)).toBeFocused();
  await page.getByRole("button", { name: "Create an owner instead" }).press("Enter");
  await expect(page.getByLabel("Email")).toBeFocused();
});
