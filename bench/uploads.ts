import { type BrowserContext, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { WorkspacePanel } from "../tests/support/pages/workspace-page.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";

/**
 * How many small files a second does the drive upload when they are chosen at once in Chromium,
 * including rendering and refreshing the list? Reference: the requests alone from the same page,
 * three files at a time, each with its own reservation, upload and entry.
 */
const FILES = 200;
const BYTES = 2000;
const RUNS = 3;
let sent = 0;

const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  const context = await browser.newContext({ baseURL: site.origin, bypassCSP: true });
  const { page, userId } = await openDrive(context);
  const ratios: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const alone = await secondsAlone(page, userId, `alone ${run}`);
    const seconds = await secondsOfDrive(page, run);
    ratios.push(alone / seconds);
    const perSecond = [FILES / seconds, FILES / alone].map((one) => one.toFixed(1));
    console.log(
      `files a second: ${perSecond.join(" beside ")}, ratio ${(alone / seconds).toFixed(2)}`,
    );
  }
  const requests = (sent / FILES / RUNS).toFixed(2);
  ratios.sort((one, other) => one - other);
  console.log(
    `median ratio ${ratios[RUNS >> 1]?.toFixed(2)}; ${requests} requests a file, refreshes included`,
  );
} finally {
  await browser.close();
  await site.stop();
}

async function secondsOfDrive(page: Page, run: number): Promise<number> {
  const files = Array.from({ length: FILES }, (_, index) => ({
    name: `File ${run} ${index}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.alloc(BYTES, index % 256),
  }));
  const count = () => {
    sent += 1;
  };
  page.on("request", count);
  const start = performance.now();
  await page.locator('input[type="file"]:not([webkitdirectory])').first().setInputFiles(files);
  await page.getByRole("heading", { name: `${FILES} uploaded` }).waitFor({ timeout: 300_000 });
  const seconds = (performance.now() - start) / 1000;
  page.off("request", count);
  await page
    .getByRole("region", { name: "Uploads" })
    .getByRole("button", { name: "Clear" })
    .click();
  return seconds;
}

/** Uploads without the drive's screens, so that nothing is rendered or refreshed meanwhile. */
async function secondsAlone(page: Page, userId: string, prefix: string): Promise<number> {
  const { publishableKey } = await site.secrets();
  const given = { userId, prefix, publishableKey, files: FILES, bytes: BYTES };
  return Number(
    await page.evaluate(`(async ({ userId, prefix, publishableKey, files, bytes }) => {
      const { access_token } = JSON.parse(localStorage.getItem("foyer-workspace"));
      const send = async (path, body, type = "application/json") => {
        const headers = {
          apikey: publishableKey, authorization: "Bearer " + access_token,
          "content-type": type, "x-upsert": "true",
        };
        const response = await fetch(path, { method: "POST", headers, body });
        if (!response.ok) throw new Error(await response.text());
        return response.text();
      };
      const one = async (name) => {
        const asked = JSON.stringify({ name, size: bytes });
        const path = JSON.parse(await send("/rest/v1/rpc/reserve_upload", asked));
        await send("/storage/v1/object/workspace-files/" + path, "x".repeat(bytes), "text/plain");
        await send("/rest/v1/workspace_files", JSON.stringify({
          user_id: userId, name, is_folder: false, storage_object_path: path,
          mimetype: "text/plain", size: bytes,
        }));
      };
      const start = performance.now();
      let next = 0;
      const worker = async () => {
        while (next < files) await one(prefix + " " + next++ + ".txt");
      };
      await Promise.all([worker(), worker(), worker()]);
      return (performance.now() - start) / 1000;
    })(${JSON.stringify(given)})`),
  );
}

async function openDrive(context: BrowserContext): Promise<{ page: Page; userId: string }> {
  const page = await context.newPage();
  const userId = await new WorkspacePanel(page, site).open("/workspace/files");
  await page.getByText("This folder is empty").waitFor();
  return { page, userId };
}
