import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect } from "@playwright/test";
import sharp from "sharp";
import { chromiumFlags, chromiumPath } from "../../support/chromium.ts";
import { DRIVE, DriveScreen, textFile } from "../../support/pages/drive-screen.ts";
import { WorkspacePanel } from "../../support/pages/workspace-page.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "left-behind" });

test("after a logout the browser's profile contains none of the opened files and rows", async ({
  site,
}) => {
  const profile = await mkdtemp(join(tmpdir(), "foyer-profile-"));
  const text = randomBytes(30_000).toString("hex");
  const noise = {
    width: 300,
    height: 200,
    channels: 3 as const,
    background: "red",
    noise: { type: "gaussian" as const, mean: 128, sigma: 60 },
  };
  const picture = await sharp({ create: noise }).png().toBuffer();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: chromiumFlags,
    baseURL: site.origin,
    serviceWorkers: "allow",
  });
  const [page] = context.pages();
  if (!page) throw new Error("no page");
  const workspace = new WorkspacePanel(page, site);
  const drive = new DriveScreen(page);
  const { id: userId } = await workspace.account();
  const note = randomBytes(500).toString("hex");
  await site.sql`insert into workspace_notes (user_id, title, content) values (${userId}, 'n', ${note})`;
  await workspace.open(DRIVE);
  await drive.choose([
    textFile("private.txt", text),
    { name: "picture.png", mimeType: "image/png", buffer: picture },
  ]);
  await expect(drive.item("private.txt")).toBeVisible();
  await expect(drive.item("picture.png").locator("img")).toBeVisible();
  await page.reload();
  await drive.item("private.txt").dblclick();
  await expect(drive.dialog.locator("pre")).toContainText(text.slice(0, 100));
  await page.keyboard.press("Escape");
  await drive.item("picture.png").dblclick();
  const shown = drive.dialog.getByRole("img", { name: "picture.png" });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
  await page.keyboard.press("Escape");
  await page.goto("/#/workspace/notes");
  await expect(page.getByRole("article")).toContainText(note);
  await page.reload();
  await expect(page.getByRole("article")).toContainText(note);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/");
  await context.close();
  const found: string[] = [];
  for (const file of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const bytes = await readFile(join(file.parentPath, file.name));
    const marks = {
      text: Buffer.from(text.slice(1000, 1100)),
      picture: picture.subarray(3000, 3100),
      note: note.slice(100, 200),
      note16: Buffer.from(note.slice(100, 200), "utf16le"),
      stored: "/storage/v1/object/",
      rows: "/rest/v1/",
    };
    for (const [name, mark] of Object.entries(marks)) {
      if (bytes.includes(mark))
        found.push(
          `${name}: ${join(file.parentPath, file.name).slice(profile.length)} ${bytes.length}`,
        );
    }
  }
  await rm(profile, { recursive: true, force: true });
  expect(found).toEqual([]);
});
