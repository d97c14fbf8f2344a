import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DriveScreen, emptyDrive } from "../../support/pages/drive-screen.ts";
import { test as base } from "../fixtures.ts";

interface DriveFixtures {
  /** My Drive, without files. */
  drive: DriveScreen;
  /** A folder on this computer that exists for the duration of the test. */
  folder: string;
}

/**
 * Tests of the drive. They share the site of notes and tasks, and each starts with an empty drive.
 */
export const test = base.extend<DriveFixtures>({
  siteName: "workspace",
  sampleContent: "off",
  drive: [
    async ({ page, workspace, site }, use) => {
      await workspace.account();
      await emptyDrive(site);
      await use(new DriveScreen(page));
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-drive-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});
