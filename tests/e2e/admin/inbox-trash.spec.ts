import { expect } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { emptyInbox, InboxScreen } from "../../support/pages/inbox-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin", viewport: { width: 1280, height: 800 } });

const inbox = "/tradmin/messages";

test.beforeEach(({ site }) => emptyInbox(site));

test("a deleted message is restored by Undo, which shows an error when it fails", async ({
  admin,
  page,
  site,
  watch,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(3);
  await admin.open(inbox);
  await screen.row("Message 1").click();
  await expect(page.getByText(/^(Nothing|1) unread\.?$/)).toBeVisible();
  await screen.pane.getByRole("button", { name: "Delete message" }).click();
  await expect(page.getByText("Deleted “Message 1”.")).toBeVisible();
  await expect(screen.rows).toHaveCount(2);
  watch.expectStatus(500);
  await page.route("**/rpc/restore_messages", failRequests("Out of order."));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Nothing was restored. Out of order.")).toBeVisible();
  await page.unroute("**/rpc/restore_messages");

  await page.getByRole("button", { name: "Trash", exact: true }).click();
  const trash = page.getByRole("dialog", { name: "Trash" });
  await trash.getByRole("button", { name: "Restore Message 1" }).click();
  await expect(trash.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screen.rows).toHaveCount(3);
  await expect(screen.rows.first()).toContainText("Message 1");
  await expect.poll(async () => (await screen.states())["Message 1"], "marks stay").toBe(true);

  await screen.row("Message 2").getByRole("checkbox").click();
  await screen.row("Message 3").getByRole("checkbox").click();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await expect(page.getByText("2 messages deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 messages restored.")).toBeVisible();
  await expect(screen.rows).toHaveCount(3);
});

test("messages are deleted, returned by Undo, restored, and deleted permanently after confirmation by keyboard alone", async ({
  admin,
  page,
  site,
  watch,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(3);
  await admin.open(inbox);
  await expect(screen.rows).toHaveCount(3);
  await screen.list.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect(screen.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect(screen.rows).toHaveCount(3);

  await screen.list.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await expect(page.getByRole("heading", { name: "No Messages Found" })).toBeVisible();
  await page.getByRole("button", { name: "Trash", exact: true }).focus();
  await page.keyboard.press("Enter");
  const trash = page.getByRole("dialog", { name: "Trash" });
  const list = trash.getByRole("list", { name: "Deleted messages" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  expect(await axeViolations(page)).toEqual([]);

  watch.acceptDialog(/^Are you sure you want to delete "Message 2" permanently\? This cannot be/);
  await trash.getByRole("button", { name: "Delete Message 2 permanently" }).press("Enter");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  watch.acceptDialog(
    /^Are you sure you want to delete all messages in the trash\? This cannot be undone\.$/,
  );
  await trash.getByRole("button", { name: "Empty Trash" }).press("Enter");
  await expect(trash.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  expect(await site.sql`select from trashed_messages`).toHaveLength(0);
});

test("another window shows deletions and restorations of messages, and cannot restore a message twice", {
  tag: "@long",
}, async ({ admin, page, site, context }) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(2);
  await admin.open(inbox);
  const second = await context.newPage();
  const other = new InboxScreen(second, site);
  await second.goto(`/#${inbox}`);
  await expect(other.rows).toHaveCount(2);
  await screen.row("Message 1").click();
  await screen.pane.getByRole("button", { name: "Delete message" }).click();
  await expect(other.rows).toHaveCount(1);
  await second.getByRole("button", { name: "Trash", exact: true }).click();
  await second.getByRole("button", { name: "Restore Message 1" }).click();
  await expect(screen.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("This is no longer in the trash.")).toBeVisible();
});
