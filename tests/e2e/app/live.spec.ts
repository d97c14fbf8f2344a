import { rm } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { createAccount, forceLogout } from "../../support/pages/accounts.ts";
import { DRIVE, DriveScreen } from "../../support/pages/drive-screen.ts";
import { InboxScreen } from "../../support/pages/inbox-screen.ts";
import { LiveWindow } from "../../support/pages/live-window.ts";
import { NOTES } from "../../support/pages/notes-screen.ts";
import { TaskBoard } from "../../support/pages/task-board.ts";
import { WorkspacePanel, workspaceUser } from "../../support/pages/workspace-page.ts";
import { temporaryDataDir } from "../../support/sites/built-server.ts";
import { startBuiltSite } from "../../support/sites/built-site.ts";
import { nextAddress, test } from "../fixtures.ts";

test.use({ siteName: "live" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_tasks`;
  await site.sql`delete from workspace_files`;
  await site.sql`delete from workspace_notes`;
  await site.sql`delete from messages`;
  await site.sql`truncate gateway.rate_limits`;
});

const hide = (page: Page, hidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    },
    hidden ? "hidden" : "visible",
  );

/** Advances the page's clock; requests made meanwhile are answered. */
async function runInSteps(page: Page, seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n += 5) {
    await page.clock.runFor(5_000);
    await page.evaluate(() => fetch("/healthz"));
  }
}

/**
 * Opens a screen and waits until it has joined its channel. Afterwards, its timers fire only on
 * demand.
 */
async function openJoined(page: Page, workspace: WorkspacePanel, path: string) {
  const live = new LiveWindow(page);
  await page.clock.install();
  await workspace.open(path);
  await page.clock.runFor(4_000);
  await live.joined();
  return live;
}

test("another device's task, folder and note are shown without a reload or focus", async ({
  browser,
  page,
  workspace,
  site,
}) => {
  const live = new LiveWindow(page);
  await workspace.open("/workspace/tasks");
  await live.joined();
  // Tabs of one browser notify each other, so this tab is on another device.
  const device = await browser.newContext({ baseURL: site.origin });
  const writer = await device.newPage();
  await workspace.keepSession(writer);
  await writer.goto("/#/workspace/tasks?add=");
  await writer.getByRole("dialog").getByLabel("Title").fill("From elsewhere");
  await writer.getByRole("dialog").getByRole("button", { name: "Add Task" }).click();
  await expect(new TaskBoard(page).card("From elsewhere")).toBeVisible();
  expect(live.announced).toContain("workspace_tasks");

  await page.goto(`/#${DRIVE}`);
  await expect(page.getByRole("heading", { name: "My Drive" })).toBeVisible();
  await writer.goto(`/#${DRIVE}`);
  await new DriveScreen(writer).newFolder("Shared folder");
  await expect(new DriveScreen(page).item("Shared folder")).toBeVisible();

  await page.goto(`/#${NOTES}`);
  await expect(page.getByText("Your workspace is empty")).toBeVisible();
  await writer.goto(`/#${NOTES}`);
  const box = writer.getByRole("region", { name: "New note" });
  await box.getByPlaceholder("Take a note...").fill("Seen at once");
  await box.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("main").getByText("Seen at once")).toBeVisible();
  expect(live.announced).toContain("workspace_notes");
  // All screens share one connection.
  expect(live.joins).toBe(1);
  await device.close();
});

test("the inbox and the unread badge show a visitor's message at once", async ({
  admin,
  page,
  site,
}) => {
  const live = new LiveWindow(page);
  await admin.open("/tradmin/messages");
  await live.joined();
  const { publishableKey } = await site.secrets();
  const response = await fetch(`${site.origin}/rest/v1/messages`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": nextAddress(),
    },
    body: JSON.stringify({ name: "A", email: "a@example.com", subject: "Hello", message: "m" }),
  });
  expect(response.status).toBe(201);
  await expect(new InboxScreen(page, site).row("Hello")).toBeVisible();
  await expect(admin.sidebar.getByRole("link", { name: /1 unread/ })).toBeVisible();
  expect(live.announced).toContain("messages");
});

test("a forced logout reaches a window at once, before the window's own session check", async ({
  page,
  site,
  workspace,
}) => {
  const live = await openJoined(page, workspace, "/workspace/tasks");
  // From here on, no timer of the page fires.
  await forceLogout(site);
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect.poll(() => live.open).toBe(0);
  await createAccount(site, "workspace", workspaceUser);
});

test("a hidden tab leaves after a minute, and joins and reads once when it is shown", async ({
  page,
  site,
  workspace,
}) => {
  const live = await openJoined(page, workspace, "/workspace/tasks");
  await hide(page, true);
  // A larger step would skip the response to a heartbeat.
  await runInSteps(page, 55);
  expect(live.open).toBe(1);
  await runInSteps(page, 10);
  await expect.poll(() => live.open).toBe(0);
  await site.sql`insert into workspace_tasks (user_id, title)
    select user_id, 'While hidden' from workspace_users`;
  await page.clock.resume();
  await hide(page, false);
  await live.joined(2);
  await expect(page.getByRole("main").getByText("While hidden")).toBeVisible();
});

test("a window joins and reads once after the server was restarted", { tag: "@long" }, async ({
  browser,
}) => {
  // This test starts two servers.
  test.slow();
  const dataDir = await temporaryDataDir();
  let own = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" }, { dataDir });
  const { port } = new URL(own.origin);
  const context = await browser.newContext({ baseURL: own.origin });
  try {
    const page = await context.newPage();
    const live = new LiveWindow(page);
    await new WorkspacePanel(page, own).open("/workspace/tasks");
    await live.joined();
    await own.stop();
    await expect.poll(() => live.open).toBe(0);
    own = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off", PORT: port }, { dataDir });
    await own.sql`insert into workspace_tasks (user_id, title)
      select user_id, 'Meanwhile' from workspace_users`;
    await live.joined(2);
    await expect(new TaskBoard(page).card("Meanwhile")).toBeVisible();
  } finally {
    await context.close();
    await own.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("without WebSockets changes arrive by polling, and the console stays quiet", {
  tag: "@long",
}, async ({ page, site, workspace }) => {
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  let checks = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/rpc/own_role")) checks += 1;
  });
  await page.clock.install();
  await workspace.open("/workspace/notes");
  await expect(page.getByRole("heading", { level: 1, name: "Notes" })).toBeVisible();
  await page.clock.runFor(5_000);
  await site.sql`insert into workspace_notes (user_id, content)
    select user_id, '<p>By poll</p>' from workspace_users`;
  await page.clock.runFor(11_000);
  await expect(page.getByRole("main").getByText("By poll")).toBeVisible();
  const before = checks;
  await runInSteps(page, 60);
  await expect.poll(() => checks - before).toBeGreaterThanOrEqual(10);
});

test("a window that waits for its next attempt joins as soon as the network is back", async ({
  page,
  workspace,
}) => {
  let attempts = 0;
  await page.routeWebSocket(/realtime/, (socket) => {
    attempts += 1;
    if (attempts > 4) socket.connectToServer();
    else socket.close();
  });
  await page.clock.install();
  await workspace.open("/workspace/tasks");
  // The delay depends on when each closed socket is noticed, and on random jitter.
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return attempts;
    })
    .toBe(4);
  // The next attempt is at least a minute away.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => attempts).toBe(5);
});

test("the areas work in a browser without WebSockets", async ({ page, site, workspace }) => {
  await page.addInitScript("delete window.WebSocket");
  await page.clock.install();
  const loaded = page.waitForResponse(/assets\/live-/);
  await workspace.open("/workspace/tasks");
  await page.clock.runFor(5_000);
  await loaded;
  await site.sql`insert into workspace_tasks (user_id, title)
    select user_id, 'By poll' from workspace_users`;
  await runInSteps(page, 65);
  await expect(new TaskBoard(page).card("By poll")).toBeVisible();
});

test("an idle window sends at most four requests a minute", async ({ page, workspace }) => {
  await openJoined(page, workspace, "/workspace/notes");
  await runInSteps(page, 10);
  let requests = 0;
  page.on("request", (request) => {
    if (!request.url().endsWith("/healthz")) requests += 1;
  });
  await runInSteps(page, 300);
  expect(requests).toBeGreaterThan(0);
  expect(requests / 5).toBeLessThanOrEqual(4);
});
