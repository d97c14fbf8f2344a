import { expect } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import { emptyInbox, InboxScreen } from "../../support/pages/inbox-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin", viewport: { width: 1280, height: 800 } });

const inbox = "/tradmin/messages";

test.beforeEach(({ site }) => emptyInbox(site));

/**
 * Three messages, newest first: an unread one from today, a read one from another day, and a read
 * one from another year.
 */
async function three(site: InboxScreen): Promise<void> {
  await site.add({ name: "Ada Lovelace", subject: "An engine", message: "Does it **compute**?" });
  await site.add({ name: "Grace Hopper", subject: "A moth", is_read: true, age: "40 days" });
  await site.add({ name: "Alan Turing", subject: "A test", is_read: true, age: "800 days" });
}

test("an empty inbox says so, and no message is selected", { tag: "@long" }, async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await admin.open(inbox);
  await expect(page.getByRole("heading", { name: "No Messages Found" })).toBeVisible();
  await expect(page.getByText("Your inbox is empty.")).toBeVisible();
  await expect(screen.pane.getByText("Select a message")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Mark all read" })).toBeDisabled();
  expect(await axeViolations(page)).toEqual([]);
  await expect(page.getByRole("checkbox", { name: "Select all messages" })).toBeDisabled();
  await page.goto(`/#${inbox}?message=no-such-thing`);
  await expect(screen.pane).toContainText("This message no longer exists.");
});

test("opening a message marks it read until it is marked unread", async ({ admin, page, site }) => {
  const screen = new InboxScreen(page, site);
  await three(screen);
  await admin.open(inbox);
  await expect(screen.rows).toHaveCount(3);
  await expect(page.getByText("1 unread", { exact: true })).toBeVisible();
  await expect(page.getByText("3 messages", { exact: true })).toBeVisible();
  await expect(screen.rows.nth(0)).toContainText("Ada Lovelace");
  await expect(screen.rows.nth(0)).toContainText("Unread");
  await expect(screen.rows.nth(0).getByRole("time")).toHaveText(/^\d{1,2}:\d\d\s[AP]M$/);
  await expect(screen.rows.nth(1)).not.toContainText("Unread");

  await screen.row("An engine").click();
  await expect(screen.pane.getByRole("heading", { name: "An engine" })).toBeVisible();
  await expect(screen.pane.getByText("Does it **compute**?")).toBeVisible();
  await expect(screen.row("An engine")).not.toContainText("Unread");
  await expect(page.getByText("Nothing unread.")).toBeVisible();
  await expect(page).toHaveURL(/\?message=[0-9a-f-]{36}$/);
  await expect
    .poll(() => screen.states())
    .toEqual({ "An engine": true, "A moth": true, "A test": true });
  expect(await axeViolations(page)).toEqual([]);
  await page.reload();
  await expect(screen.pane.getByRole("heading", { name: "An engine" })).toBeVisible();
  await page.goBack();
  await expect(screen.pane.getByText("Select a message")).toBeVisible();

  await screen.row("A moth").click();
  await screen.pane.getByRole("button", { name: "Mark as unread" }).click();
  await expect(screen.row("A moth")).toContainText("Unread");
  await expect(page.getByText("1 unread", { exact: true })).toBeVisible();
  await expect.poll(async () => (await screen.states())["A moth"]).toBe(false);
  await screen.pane.getByRole("button", { name: "Mark as read" }).click();
  await expect(screen.row("A moth")).not.toContainText("Unread");
  await expect.poll(async () => (await screen.states())["A moth"]).toBe(true);
});

test("replying opens the mail program and marks the message as replied, which can be undone", async ({
  admin,
  page,
  site,
  watch,
}) => {
  const screen = new InboxScreen(page, site);
  await three(screen);
  await admin.open(inbox);
  await screen.row("A moth").click();
  watch.expectProblem(/^third party: mailto:ada@example\.org\?/);
  const reply = screen.pane.getByRole("link", { name: "Reply" });
  await expect(reply).toHaveAttribute("href", /^mailto:ada@example\.org\?subject=Re%3A/);
  await reply.click();
  await expect(screen.row("A moth")).toContainText("Replied");
  await expect(screen.pane).toContainText("· Replied");
  const replied = () => site.sql`select subject from messages where replied_at is not null`;
  await expect.poll(replied).toEqual([{ subject: "A moth" }]);
  expect(await axeViolations(page)).toEqual([]);
  await screen.pane.getByRole("button", { name: "Mark as not replied" }).click();
  await expect(screen.row("A moth")).not.toContainText("Replied");
  await expect.poll(replied).toEqual([]);

  await page.keyboard.press("Escape");
  await screen.row("An engine").getByRole("checkbox").click();
  await screen.row("A test").getByRole("checkbox").click();
  await page.getByRole("button", { name: "Mark selected as replied" }).click();
  await expect(page.getByText("2 messages marked as replied.")).toBeVisible();
  await expect(page.getByText("Nothing unread.")).toBeVisible();
  await expect.poll(replied).toHaveLength(2);
});

test("marking and deleting messages applies at once, and is rolled back with an error if it fails", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  const screen = new InboxScreen(page, site);
  await three(screen);
  await admin.open(inbox);
  await screen.row("A moth").click();
  watch.expectStatus(500);
  const releaseMark = await screen.refuse("mark_messages");
  await screen.pane.getByRole("button", { name: "Mark as unread" }).click();
  await expect(screen.row("A moth"), "applied at once").toContainText("Unread");
  releaseMark();
  await expect(page.getByRole("alert")).toHaveText(/^Failed to update message status\./);
  await expect(screen.row("A moth")).not.toContainText("Unread");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);

  const remove = screen.pane.getByRole("button", { name: "Delete message" });
  const releaseRemoval = await screen.refuse("delete_messages");
  await remove.click();
  await expect(screen.row("A moth"), "applied at once").toHaveCount(0);
  releaseRemoval();
  await expect(page.getByRole("alert")).toHaveText(/^Failed to delete message\./);
  await expect(screen.rows.nth(1), "back at its place").toContainText("A moth");
  await expect(screen.rows).toHaveCount(3);

  // The error is shown even after leaving the screen.
  await screen.row("A moth").click();
  const releaseLater = await screen.refuse("delete_messages");
  await remove.click();
  await admin.sidebar.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  releaseLater();
  await expect(page.getByText("Failed to delete message.")).toBeVisible();
  await admin.sidebar.getByRole("link", { name: "Inbox" }).click();
  await expect(screen.rows).toHaveCount(3);

  await page.unrouteAll();
  await screen.row("A moth").click();
  await remove.click();
  await expect(screen.row("A moth")).toHaveCount(0);
  await expect(screen.pane.getByText("Select a message")).toBeVisible();
  await expect(page.getByText("2 messages", { exact: true })).toBeVisible();
  await expect
    .poll(async () => Object.keys(await screen.states()))
    .toEqual(["An engine", "A test"]);
});

test("a search narrows the list of messages, is part of the URL and may find nothing", async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await three(screen);
  await screen.add({ name: "100% <b>", subject: "under_score" });
  await admin.open(inbox);
  await screen.search.fill("HOPPER");
  await expect(screen.rows).toHaveCount(1);
  await expect(screen.rows).toContainText("A moth");
  await expect(page).toHaveURL(/\?q=HOPPER$/);
  await expect(page.getByText("1 message found", { exact: true })).toBeVisible();
  await page.reload();
  await expect(screen.search).toHaveValue("HOPPER");
  await expect(screen.rows).toHaveCount(1);
  for (const [words, subject] of [
    ["0%", "under_score"],
    ["r_s", "under_score"],
    ["engine ada", "An engine"],
  ] as const) {
    await screen.search.fill(words);
    await expect(screen.rows).toHaveCount(1);
    await expect(screen.rows).toContainText(subject);
  }
  await screen.search.fill("zebra");
  await expect(page.getByRole("heading", { name: "No Messages Found" })).toBeVisible();
  await expect(page.getByText("Try a different search term.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(screen.rows).toHaveCount(4);
  await expect(screen.search).toBeFocused();
});

test("hostile messages are shown as text, and nothing overflows", { tag: "@long" }, async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  const html = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  await screen.add({ name: html, subject: html, message: html + "W".repeat(9000) });
  await screen.add({
    name: "مرحبا",
    subject: "👩‍👩‍👧‍👦".repeat(60),
    message: "😀".repeat(9000),
    age: "1 hour",
  });
  await admin.open(inbox);
  for (const row of [0, 1]) {
    await screen.rows.nth(row).click();
    await expect(screen.pane.getByRole("article")).toBeVisible();
    expect(await page.evaluate(overflow)).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(overflow)).toBe(0);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate(overflow)).toBe(0);
  await expect(screen.rows.nth(0)).toContainText("<img src=x onerror=");
  const list = await screen.list.boundingBox();
  const time = await screen.rows.nth(0).getByRole("time").boundingBox();
  expect((time?.x ?? 0) + (time?.width ?? 0), "the time stays in sight").toBeLessThan(
    (list?.x ?? 0) + (list?.width ?? 0),
  );
});

test("on a phone a message opens over the list, and errors are shown in it", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  const screen = new InboxScreen(page, site);
  await page.setViewportSize({ width: 390, height: 844 });
  await three(screen);
  await admin.open(inbox);
  await expect(page.getByText("Select a message")).toHaveCount(0);
  await screen.row("A moth").click();
  const dialog = page.getByRole("dialog", { name: "Message" });
  await expect(dialog.getByRole("heading", { name: "A moth" })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  watch.expectStatus(500);
  (await screen.refuse("mark_messages"))();
  await dialog.getByRole("button", { name: "Mark as unread" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to update message status.");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/messages$/);
  await screen.row("A test").click();
  await dialog.getByRole("button", { name: "Delete message" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(screen.rows).toHaveCount(2);
});

test("an open inbox shows messages that arrive and names one that was deleted in the meantime", async ({
  admin,
  page,
  site,
  context,
}) => {
  const screen = new InboxScreen(page, site);
  await three(screen);
  await admin.open(inbox);
  await screen.row("A moth").click();
  await expect(screen.pane.getByRole("heading", { name: "A moth" })).toBeVisible();
  const second = await context.newPage();
  const other = new InboxScreen(second, site);
  await second.goto(`/#${inbox}`);
  await other.row("A moth").click();
  await screen.add({ subject: "Just in" });
  await other.pane.getByRole("button", { name: "Delete message" }).click();
  await expect(screen.pane).toContainText(
    "This message no longer exists. It was deleted in the meantime.",
  );
  await expect(screen.row("A moth")).toHaveCount(0);
  await expect(screen.rows.first()).toContainText("Just in");
  await other.row("An engine").click();
  await expect(screen.row("An engine"), "read in the other tab").not.toContainText("Unread");
});

function overflow(): number {
  const root = document.documentElement;
  return root.scrollWidth - root.clientWidth;
}
