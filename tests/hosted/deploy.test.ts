import { readFile } from "node:fs/promises";
import {
  type Browser,
  type BrowserContext,
  chromium,
  expect as expectPage,
} from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { AUTH_SETTINGS } from "../../scripts/deploy/auth-settings.ts";
import { digestFunctions } from "../../scripts/deploy/functions-source.ts";
import { runDoctor } from "../../scripts/doctor/doctor.ts";
import { connect } from "../../server/database/connect.ts";
import { chromiumFlags, chromiumPath } from "../support/chromium.ts";
import {
  type DeployedSite,
  FIRST_FLAGS,
  prepareDeployment,
} from "../support/hosted/deployed-site.ts";
import { type PageWatch, watchPages } from "../support/page-watch.ts";
import { DriveScreen } from "../support/pages/drive-screen.ts";
import { LandingPage } from "../support/pages/landing-page.ts";
import { clientFor } from "../support/sites/gateway.ts";

const hosted = inject("hosted");
const owner = { email: "owner@deployed.example", password: "an owner's password" };
const account = {
  email: "guest@room.example",
  username: "guestroom",
  password: "a quiet back room",
};
/** Other steps run in parallel, so a busy machine must not fail a test. */
const PATIENCE = 60_000;
const seen = expectPage.configure({ timeout: PATIENCE });
const sql = connect(hosted.dbUrl, { max: 1 });
const service = clientFor(hosted.url, hosted.secretKey);

let site: DeployedSite;
let first: { code: number | null; output: string };

// Takes one build and three commands of the Supabase CLI.
beforeAll(async () => {
  await sql`delete from auth.users where id in (select user_id from private.members)`;
  const name = { key: "displayName", value: "Ada of the hosted site" };
  expect((await service.from("personal_info").insert(name)).error).toBeNull();
  site = await prepareDeployment(hosted.siteOrigin, hosted);
  first = await site.deploy([...FIRST_FLAGS, "--public-url", site.address], {
    FOYER_OWNER_EMAIL: owner.email,
    FOYER_OWNER_PASSWORD: owner.password,
  });
}, 300_000);
afterAll(async () => {
  await site?.stop();
  await service.from("personal_info").delete().eq("key", "displayName");
  await service.from("messages").delete().eq("email", "visitor@example.test");
  await service.rpc("set_drive_limits", { quota: 10 * 2 ** 30, file_limit: 5 * 2 ** 30 });
  // Deleted before its owner, whose deletion leaves files behind.
  const stored = await sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = 'workspace-files'`;
  await service.storage.from("workspace-files").remove(stored.map(({ name }) => name));
  await sql`delete from auth.users where id in (select user_id from private.members)`;
  await sql.end();
});

describe("npm run deploy", () => {
  it("npm run deploy sets up the project, builds and publishes the site, and passes every check", () => {
    expect(first).toEqual({ code: 0, output: expect.stringContaining("The site is deployed.") });
    expect(first.output).toContain(`created: ${owner.email}`);
    const states = first.output.match(/^(ok|warning|failed|skipped) /gm);
    // The project runs the functions that the setup of these tests has deployed by hand.
    // It has neither pg_net nor Realtime.
    const last = ["warning ", "ok ", "ok ", "warning ", "ok ", "ok "];
    expect(states).toEqual(["ok ", "ok ", "skipped ", ...Array(6).fill("ok "), ...last]);
    expect(first.output).toMatch(
      /^ok {7}Sessions end: .* 180 in all, .*; Auth itself has no limit$/m,
    );
    expect(site.api.auth).toEqual({ ...AUTH_SETTINGS, site_url: site.address.slice(0, -1) });
    expect(site.api.secrets).toEqual({ FOYER_PUBLIC_URL: site.address.slice(0, -1) });
    expect(Object.values(site.api.verifyJwt)).toEqual(Array(8).fill(false));
  });

  it("npm run deploy deploys functions that contain the digest of their sources", async () => {
    const digest = await site.functionFile("_shared/source-digest.ts");
    expect(digest).toContain(`SOURCE_DIGEST = "${await digestFunctions()}"`);
  });

  it("npm run deploy sets the drive's limits to those of the project and its plan", async () => {
    const { data } = await service.rpc("get_drive_limits").single();
    expect(data).toEqual({ quota: 2 ** 30, file_limit: 50 * 2 ** 20 });
  });

  it("npm run deploy remembers all answers but secrets, and changes nothing when it is repeated", {
    timeout: 180_000,
  }, async () => {
    const dry = await site.deploy(["--dry-run"]);
    expect(dry).toEqual({ code: 0, output: expect.stringContaining("Nothing was changed.") });
    const before = await sql`select id, email, encrypted_password from auth.users order by id`;
    site.api.secrets.FOYER_ALLOWED_ORIGINS = "https://earlier.example";
    const again = await site.deploy(["--allowed-origins="], { NOTION_TOKEN: "ntn_later" });
    expect(again.output).toContain("Remote database is up to date");
    expect(again.output).toContain(`exists: ${owner.email}`);
    expect(again.code).toBe(0);
    expect(await sql`select id, email, encrypted_password from auth.users order by id`).toEqual(
      before,
    );
    expect(site.api.secrets).toEqual({
      FOYER_PUBLIC_URL: site.address.slice(0, -1),
      NOTION_TOKEN: "ntn_later",
    });
    const remembered = await site.remembered();
    expect(Object.keys(JSON.parse(remembered)).sort()).toEqual([
      "folder",
      "project",
      "publicUrl",
      "publish",
    ]);
    for (const secret of [hosted.secretKey, owner.password, "ntn_later", "sbp_"]) {
      expect(remembered).not.toContain(secret);
    }
  });
});

it("npm run doctor reports a wrong setting, a missing owner, a limit above the project's and an outdated snapshot", async () => {
  await sql.begin(async (tx) => {
    await tx`update private.members set role = 'workspace' where role = 'admin'`;
    await tx`update personal_info set value = 'Ada, later' where key = 'displayName'`;
  });
  const lines: string[] = [];
  const fine = await runDoctor(
    {
      publicUrl: site.address.slice(0, -1),
      projectUrl: hosted.url,
      secretKey: hosted.secretKey,
      settings: {
        fileSizeLimit: 2 ** 20,
        auth: { ...AUTH_SETTINGS, security_sb_forwarded_for_enabled: false },
      },
    },
    (line) => lines.push(line),
  );
  await sql.begin(async (tx) => {
    await tx`update private.members set role = 'admin' where role = 'workspace'`;
    await tx`update personal_info set value = 'Ada of the hosted site' where key = 'displayName'`;
  });
  expect(fine).toBe(false);
  expect(lines.filter((line) => /^(failed|warning)/.test(line))).toEqual([
    "failed   The settings of sign-in are Foyer's: not security_sb_forwarded_for_enabled",
    "failed   The owner exists: there is none",
    "failed   The drive's limits are within the project's: 52428800 bytes for one file, the project accepts 1048576",
    "warning  Reminders and notices are sent on a schedule: the database cannot call the function: pg_net is missing",
    "warning  Changes are shown live: the project has no Realtime",
    "warning  The snapshot is fresh: the content has changed since the build",
  ]);
});

describe("the deployed site", () => {
  let browser: Browser;
  let context: BrowserContext;
  let watch: PageWatch;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    context = await browser.newContext({ serviceWorkers: "block" });
    context.setDefaultTimeout(PATIENCE);
    watch = await watchPages(context, hosted.siteOrigin);
    watch.tolerate(new RegExp(`^third party: ${hosted.url}/`));
    // This project has no Realtime.
    watch.tolerate(/^console error: WebSocket connection/);
  });
  afterEach(async () => {
    watch.stop();
    await context.close();
    expect(watch.problems, "complaints of the browser").toEqual([]);
  });

  it("the deployed site shows its content, counts a visit and sends a message to the owner", async () => {
    const html = await (await fetch(site.address)).text();
    expect(html).toContain("Ada of the hosted site");
    const landing = new LandingPage(await context.newPage());
    await landing.open(site.address);
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
    const inbox = service.from("messages").select("name, email, subject, message");
    expect((await inbox.eq("subject", message.subject)).data).toEqual([message]);
  });

  async function signInOwner(email: string) {
    const page = await context.newPage();
    await page.goto(`${site.address}#/tradmin`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(owner.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await seen(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    return page;
  }

  it("the deployed site signs in the owner, who creates the workspace user", async () => {
    const page = await signInOwner(owner.email);
    await page.goto(`${site.address}#/tradmin/workspace`);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Username").fill(account.username);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Create User" }).click();
    await seen(page.getByText("User created.")).toBeVisible();
  });

  it("the deployed site changes the owner's email without a mail, after the password", async () => {
    const page = await signInOwner(owner.email);
    await page.goto(`${site.address}#/tradmin/account`);
    const form = page.getByRole("form", { name: "Change email" });
    const renamed = "renamed@deployed.example";
    const change = async (password: string) => {
      await form.getByLabel("New email").fill(renamed);
      await form.getByRole("textbox", { name: "Current password" }).fill(password);
      await form.getByRole("button", { name: "Change Email" }).click();
    };
    watch.expectStatus(400);
    await change("not the password");
    await seen(form.getByText("Your current password is incorrect.")).toBeVisible();
    await change(owner.password);
    await seen(page.getByText("Email changed.")).toBeVisible();
    await seen(page.getByText(`Signed in as ${renamed}.`)).toBeVisible();
    const client = clientFor(hosted.url, hosted.publishableKey);
    const { password } = owner;
    const again = await client.auth.signInWithPassword({ email: renamed, password });
    expect(again.error).toBeNull();
  });

  it("the deployed site signs in the workspace user by name, who sees the project's limits and stores a file", async () => {
    const page = await context.newPage();
    await page.goto(`${site.address}#/workspace/files`);
    await page.getByLabel("Email or Username").fill(account.username);
    await page.getByLabel("Password").fill(account.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await seen(page.getByText("0 Bytes of 1.00 GB used")).toBeVisible();
    await seen(page.getByText("Up to 50.00 MB per file")).toBeVisible();
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
