import { expect } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { emptyInbox, InboxScreen } from "../../support/pages/inbox-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin", viewport: { width: 1280, height: 800 } });

const inbox = "/tradmin/messages";

test.beforeEach(({ site }) => emptyInbox(site));

test("the Unread filter keeps read messages in place until it is left, and acts on unread ones only", async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(6);
  await admin.open(inbox);
  await page.getByRole("combobox", { name: "Filter messages" }).selectOption("Unread");
  await expect(screen.rows).toHaveCount(3);
  await expect(page.getByText("3 unread messages")).toBeVisible();
  await expect(page).toHaveURL(/show=unread/);

  await screen.row("Message 3").click();
  await expect(page.getByText("2 unread messages")).toBeVisible();
  await expect.poll(async () => (await screen.states())["Message 3"]).toBe(true);
  // Focusing the window refetches the list.
  const read = page.waitForResponse("**/rpc/list_messages*");
  await screen.add({ subject: "Message 0" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await read;
  await expect(screen.rows).toHaveCount(4);
  await expect(screen.rows.nth(2)).toContainText("Message 3");
  await expect(screen.rows.nth(2)).not.toContainText("Unread");

  await page.getByLabel("Select all messages found").click();
  await expect(page.getByText("3 selected")).toBeVisible();
  await expect(screen.row("Message 3").getByRole("checkbox")).not.toBeChecked();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await expect(page.getByText("3 messages deleted.")).toBeVisible();
  await expect(screen.rows).toHaveCount(1);
  expect(Object.keys(await screen.states())).toEqual(
    ["2", "3", "4", "6"].map((n) => `Message ${n}`),
  );

  await page.getByRole("combobox", { name: "Filter messages" }).selectOption("All");
  await expect(screen.rows).toHaveCount(4);
  await page.getByRole("combobox", { name: "Filter messages" }).selectOption("Unread");
  await expect(page.getByText("Only unread messages are shown.")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Show all messages" }).click();
  await expect(screen.rows).toHaveCount(4);
});

test("the Replied filter combines with a search, and both survive a reload", async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(4);
  await site.sql`update messages set replied_at = now() where subject in ('Message 2', 'Message 4')`;
  await admin.open(inbox);
  await page.getByRole("combobox", { name: "Filter messages" }).selectOption("Replied");
  await expect(screen.rows).toHaveCount(2);
  await screen.search.fill("of 4");
  await expect(page.getByText("1 replied message found")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 replied message found")).toBeVisible();
  await expect(screen.rows).toHaveText([/Message 4/]);
  await screen.search.fill("of 3");
  await expect(page.getByText(/^Only replied messages are shown, and none matches/)).toBeVisible();
});

test("all messages of a sender go to Spam, with Undo, and come back from there", async ({
  admin,
  page,
  site,
  watch,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.add({ subject: "Keep me", email: "ada@example.org", age: "3 hours" });
  await screen.add({ subject: "Buy one", email: "bot@spam.example", age: "2 hours" });
  await screen.add({ subject: "Buy two", email: "Bot@Spam.example", age: "1 hour" });
  await admin.open(inbox);
  await screen.row("Buy two").click();
  watch.expectStatus(500);
  await page.route("**/rpc/mark_spam", failRequests("Out of order."));
  await screen.pane.getByRole("button", { name: "Mark sender as spam" }).click();
  await expect(page.getByText("Failed to mark as spam.")).toBeVisible();
  await expect(screen.rows).toHaveCount(3);
  await page.unroute("**/rpc/mark_spam");

  await screen.row("Buy two").click();
  await screen.pane.getByRole("button", { name: "Mark sender as spam" }).click();
  await expect(page.getByText("2 messages moved to Spam.")).toBeVisible();
  await expect(screen.rows).toHaveCount(1);
  await expect(screen.pane.getByText("Select a message")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 messages restored.")).toBeVisible();
  await expect(screen.rows).toHaveCount(3);
  expect(await site.sql`select from spam_senders`).toHaveLength(0);

  await screen.row("Buy one").getByRole("checkbox").click();
  await page.getByRole("button", { name: "More for selected messages" }).click();
  await page.getByRole("menuitem", { name: "Mark sender as spam" }).click();
  await expect(screen.rows).toHaveCount(1);
  await page.getByRole("button", { name: "Trash", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Spam", exact: true }).press("Enter");
  const spam = page.getByRole("dialog", { name: "Spam" });
  await expect(spam.getByRole("list", { name: "Spam" }).getByRole("listitem")).toHaveCount(2);
  expect(await axeViolations(page)).toEqual([]);
  watch.acceptDialog(/^Are you sure you want to delete "Buy two" permanently\?/);
  await spam.getByRole("button", { name: "Delete Buy two permanently" }).click();
  await expect(spam.getByRole("list", { name: "Spam" }).getByRole("listitem")).toHaveCount(1);
  await expect(spam.getByRole("button", { name: "Not spam: Buy one" })).toBeEnabled();
  await spam.getByRole("button", { name: "Not spam: Buy one" }).press("Enter");
  await expect(spam.getByRole("heading", { name: "No spam" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screen.rows).toHaveCount(2);
});

test("a suspected message is counted on Spam, shown with its reason and restored alone", async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.add({ subject: "Keep me" });
  for (const [subject, reason] of [
    ["By autofill", "trap"],
    ["At once", "speed"],
  ] as const) {
    await site.sql`insert into trashed_messages
      (id, name, email, subject, message, is_read, created_at, spam_reason)
      values (gen_random_uuid(), 'Ada', 'ada@example.org', ${subject}, 'Hi.', false, now(), ${reason})`;
  }
  await admin.open(inbox);
  const button = page.getByRole("button", { name: "Spam", exact: true });
  await expect(button).toHaveAccessibleDescription("2 suspected");
  await button.click();
  const list = page.getByRole("list", { name: "Spam" }).getByRole("listitem");
  await expect(list.filter({ hasText: "By autofill" })).toContainText(
    "ada@example.org · Filled in a field that people do not see",
  );
  await expect(list.filter({ hasText: "At once" })).toContainText("faster than anyone can type");
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Not spam: By autofill" }).click();
  await expect(list).toHaveText([/At once/]);
  await page.keyboard.press("Escape");
  await expect(screen.rows).toHaveText([/By autofill/, /Keep me/]);
  await expect(button).toHaveAccessibleDescription("1 suspected");
});

test("emptied Spam still hides its senders until they are no longer spam", async ({
  admin,
  page,
  site,
  watch,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(3);
  await admin.open(inbox);
  await expect(screen.rows).toHaveCount(3);
  await page.getByLabel("Select all messages").click();
  await page.getByRole("button", { name: "More for selected messages" }).press("Enter");
  await page.getByRole("menuitem", { name: "Mark senders as spam" }).press("Enter");
  await expect(page.getByText("3 messages moved to Spam.")).toBeVisible();
  await expect(page.getByText("Your inbox is empty.")).toBeVisible();
  await page.getByRole("button", { name: "Spam", exact: true }).press("Enter");
  const spam = page.getByRole("dialog", { name: "Spam" });
  await expect(spam.getByRole("list", { name: "Spam" }).getByRole("listitem")).toHaveCount(3);
  watch.acceptDialog(/^Are you sure you want to delete all messages in Spam\?/);
  await spam.getByRole("button", { name: "Empty Spam" }).press("Enter");
  await expect(spam.getByRole("heading", { name: "No spam" })).toBeVisible();
  expect(await site.sql`select from trashed_messages`).toHaveLength(0);
  const notSpam = spam.getByRole("button", { name: "Not spam: v2@example.org" });
  await expect(notSpam).toBeEnabled();
  await notSpam.press("Enter");
  await expect(page.getByText("Messages of this sender reach the inbox again.")).toBeVisible();
  await expect(spam.getByText("v2@example.org")).toHaveCount(0);
  expect(await site.sql`select from spam_senders`).toHaveLength(2);
});

test("another window shows messages moved to Spam and back; a request with a lost answer is repeated without harm", {
  tag: "@long",
}, async ({ admin, page, site, context, watch }) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(2);
  await admin.open(inbox);
  const second = await context.newPage();
  const other = new InboxScreen(second, site);
  await second.goto(`/#${inbox}`);
  await expect(other.rows).toHaveCount(2);
  await screen.row("Message 1").click();
  await screen.pane.getByRole("button", { name: "Mark sender as spam" }).click();
  await expect(other.rows).toHaveCount(1);
  await second.getByRole("button", { name: "Spam", exact: true }).click();
  await second.getByRole("button", { name: "Not spam: v1@example.org" }).click();
  await expect(screen.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("These messages are no longer in Spam.")).toBeVisible();

  // The call is executed, but its response is lost.
  watch.expectStatus(500);
  await page.route("**/rpc/mark_spam", async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: { message: "Lost." } });
  });
  await screen.row("Message 2").click();
  await screen.pane.getByRole("button", { name: "Mark sender as spam" }).click();
  await expect(page.getByText("Failed to mark as spam.")).toBeVisible();
  await expect(screen.rows).toHaveCount(1);
  expect(await site.sql`select email from spam_senders`).toEqual([{ email: "v2@example.org" }]);
});
