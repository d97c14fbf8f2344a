import { readFile } from "node:fs/promises";
import {
  type Browser,
  type BrowserContext,
  chromium,
  expect as expectPage,
} from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type BakedSite, startBakedSite } from "../support/baked-site.ts";
import { chromiumFlags, chromiumPath } from "../support/chromium.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { type PageWatch, watchPages } from "../support/page-watch.ts";
import { DriveScreen } from "../support/pages/drive-screen.ts";
import { LandingPage } from "../support/pages/landing-page.ts";

const hosted = inject("hosted");
const account = {
  email: "guest@room.example",
  username: "guestroom",
  password: "a quiet back room",
};

/** Other steps run in parallel, so a busy machine must not fail a test. */
const PATIENCE = 60_000;
const seen = expectPage.configure({ timeout: PATIENCE });

let target: ContractTarget;
let site: BakedSite;
let browser: Browser;
let context: BrowserContext;
let watch: PageWatch;
beforeAll(async () => {
  target = await startContractTarget();
  // The owner creates the workspace user in the panel.
  await target.service.auth.admin.deleteUser(target.workspace.id);
  const name = { key: "displayName", value: "Ada of the hosted site" };
  expect((await target.service.from("personal_info").insert(name)).error).toBeNull();
  site = await startBakedSite(hosted.siteOrigin, hosted);
  browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await target.service.from("personal_info").delete().eq("key", "displayName");
  await target.service.from("messages").delete().eq("email", "visitor@example.test");
  const { data } = await target.service.from("workspace_users").select("user_id");
  for (const { user_id } of data ?? []) await target.service.auth.admin.deleteUser(user_id);
  await target.stop();
});

beforeEach(async () => {
  context = await browser.newContext({ baseURL: hosted.siteOrigin, serviceWorkers: "block" });
  context.setDefaultTimeout(PATIENCE);
  watch = await watchPages(context, hosted.siteOrigin);
  watch.tolerate(new RegExp(`^third party: ${hosted.url}/`));
});
afterEach(async () => {
  watch.stop();
  await context.close();
  expect(watch.problems, "complaints of the browser").toEqual([]);
});

describe("a static site of a hosted project", () => {
  it("contains the content of its build", async () => {
    expect(site.output).toContain(`The page holds the present content of ${hosted.url}.`);
    const html = await (await fetch(hosted.siteOrigin)).text();
    expect(html).toContain("Ada of the hosted site");
  });

  it("counts a visit and sends a message to the owner", async () => {
    const landing = new LandingPage(await context.newPage());
    await landing.open();
    await landing.openForm();
    const message = {
      name: "A visitor",
      email: "visitor@example.test",
      subject: "From a static site",
      message: "A question",
    };
    await landing.fillForm(message);
    await landing.sendButton.click();
    await seen(landing.form.getByRole("status")).toBeVisible();
    const inbox = target.owner.client.from("messages").select("name, email, subject, message");
    expect((await inbox.eq("subject", message.subject)).data).toEqual([message]);
  });

  it("signs in the owner, who creates the workspace user", async () => {
    const page = await context.newPage();
    await page.goto("/#/tradmin");
    await page.getByLabel("Email").fill(target.owner.email);
    await page.getByLabel("Password").fill(target.owner.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await seen(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await page.goto("/#/tradmin/workspace");
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Username").fill(account.username);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Create User" }).click();
    await seen(page.getByText("User created.")).toBeVisible();
  });

  it("signs in the workspace user by name, who stores a file", async () => {
    const page = await context.newPage();
    await page.goto("/#/workspace/files");
    await page.getByLabel("Email or Username").fill(account.username);
    await page.getByLabel("Password").fill(account.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    const drive = new DriveScreen(page);
    const name = "résumé — 最終.txt";
    await drive.choose([{ name, mimeType: "text/plain", buffer: Buffer.from("for later") }]);
    await seen(drive.item(name)).toBeVisible();
    const saved = page.waitForEvent("download");
    await drive.command(name, "Download");
    const download = await saved;
    expect(await readFile(await download.path(), "utf8")).toBe("for later");
    expect(download.suggestedFilename()).toBe(name);
  });
});
