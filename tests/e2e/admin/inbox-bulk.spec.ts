import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { emptyInbox, InboxScreen } from "../../support/pages/inbox-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin", viewport: { width: 1280, height: 800 } });

const inbox = "/tradmin/messages";

test.beforeEach(({ site }) => emptyInbox(site));

test("messages are read, marked, selected, deleted and searched by keyboard alone", async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(6);
  await admin.open(inbox);
  await expect(screen.rows).toHaveCount(6);
  await page.keyboard.press("/");
  await expect(screen.search).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(screen.list).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expectCurrent("Message 1");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("k");
  await expectCurrent("Message 2");
  await page.keyboard.press("Enter");
  await expect(screen.pane.getByRole("heading", { name: "Message 2" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(screen.row("Message 2")).toContainText("Unread");
  await page.keyboard.press("Escape");
  await expect(screen.pane.getByText("Select a message")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(screen.row("Message 2")).toHaveCount(0);
  await expectCurrent("Message 3");
  await page.keyboard.press("x");
  await page.keyboard.press("End");
  await expectCurrent("Message 6");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(screen.rows).toHaveCount(2);
  await expectCurrent("Message 6");
  await page.keyboard.press("Control+a");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 messages", { exact: true })).toBeVisible();
  await page.keyboard.press("Home");
  await expectCurrent("Message 1");
  await expect
    .poll(async () => Object.keys(await screen.states()))
    .toEqual(["Message 1", "Message 6"]);

  async function expectCurrent(subject: string) {
    const id = await screen.row(subject).getAttribute("id");
    await expect(screen.list).toHaveAttribute("aria-activedescendant", id ?? "");
  }
});

test("a selected range of messages is marked unread and deleted, and restored when the deletion fails", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(8);
  await site.sql`update messages set is_read = true`;
  await admin.open(inbox);
  await screen.row("Message 2").getByRole("checkbox").click();
  await screen
    .row("Message 5")
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await screen.row("Message 4").getByRole("checkbox").click();
  await expect(page.getByText("3 selected")).toBeVisible();
  const tools = page.getByRole("toolbar", { name: "Selected messages" });
  await tools.getByRole("button", { name: "Mark selected as unread" }).click();
  await expect(page.getByText("3 unread", { exact: true })).toBeVisible();
  watch.expectStatus(500);
  await page.route("**/rpc/delete_messages", failRequests("Out of order."));
  await tools.getByRole("button", { name: "Delete selected" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to delete messages.");
  for (const n of [1, 2, 3, 4, 5]) {
    await expect(screen.rows.nth(n - 1)).toContainText(`Message ${n}`);
  }
  await page.unroute("**/rpc/delete_messages");
  await expect(page.getByText("3 selected"), "so are their ticks").toBeVisible();
  await tools.getByRole("button", { name: "Delete selected" }).click();
  await expect(screen.rows).toHaveCount(5);
  await expect
    .poll(async () => Object.keys(await screen.states()))
    .toEqual(["Message 1", "Message 4", "Message 6", "Message 7", "Message 8"]);
});

test("bulk actions apply to all messages, or to all search results except the deselected ones", async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(400);
  await screen.add({ subject: "Keep me", age: "1 hour", is_read: true });
  await admin.open(inbox);
  await expect(page.getByText("200 unread", { exact: true })).toBeVisible();
  const writes: string[] = [];
  page.on("request", (request) => {
    if (/mark_|PATCH/.test(request.url() + request.method())) writes.push(request.url());
  });
  await page.getByRole("button", { name: "Mark all read" }).click();
  await expect(page.getByText("Nothing unread.")).toBeVisible();
  await expect(page.getByText("200 messages marked as read.")).toBeVisible();
  expect(writes).toEqual([expect.stringMatching(/\/rpc\/mark_found_messages$/)]);
  const [left] = await site.sql`select count(*)::int as unread from messages where not is_read`;
  expect(left?.unread).toBe(0);

  await screen.search.fill("visitor");
  await expect(page.getByText("400 messages found")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all messages found" }).check();
  await screen.rows.first().getByRole("checkbox").click();
  await expect(page.getByText("399 selected")).toBeVisible();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await expect(screen.rows).toHaveCount(1);
  await expect
    .poll(async () => Object.keys(await screen.states()))
    .toEqual(["Message 1", "Keep me"]);
  await expect(page.getByText("399 messages deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("399 messages restored.")).toBeVisible();
  await expect(page.getByText("400 messages found")).toBeVisible();
});

test("search results, selected messages and all messages are exported completely and safely, and an export can be canceled", async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(1203);
  await screen.add({ subject: '=cmd|"/c calc"!A1', name: "Söze, K.", message: "one\ntwo" });
  await admin.open(inbox);
  await expect(page.getByText("1,204 messages", { exact: true })).toBeVisible();
  const all = await download(page.getByRole("button", { name: "Export CSV" }));
  expect(all.name).toMatch(/^messages-\d{4}-\d\d-\d\d\.csv$/);
  expect(all.text.startsWith('\ufeff"Received",')).toBe(true);
  expect(all.text.match(/"Message \d+"/g)).toHaveLength(1203);
  expect(all.text).toContain(
    `"Söze, K.","ada@example.org","'=cmd|""/c calc""!A1","one\ntwo","no","no"\r\n`,
  );
  await screen.search.fill("visitor 120");
  await expect(page.getByText("6 messages found")).toBeVisible();
  const found = await download(page.getByRole("button", { name: "Export results" }));
  expect(found.text.match(/"Message \d+"/g)).toHaveLength(6);
  await screen.rows.nth(1).getByRole("checkbox").click();
  await page.getByRole("button", { name: "More for selected messages" }).click();
  const selected = await download(page.getByRole("menuitem", { name: "Export" }));
  expect(selected.text.match(/"Message \d+"/g)).toHaveLength(1);

  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByText("1,204 messages", { exact: true })).toBeVisible();
  let parts = 0;
  await page.route("**/rpc/export_messages", async (route) => {
    parts += 1;
    if (parts < 3) await route.continue();
  });
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByText("Exporting 120 of 1,204")).toBeVisible();
  const progress = page.getByRole("progressbar", { name: "Export" });
  await expect(progress).toHaveAttribute("aria-valuenow", "9");
  await expect(progress.locator("div")).toHaveCSS("background-color", await accentOf(page));
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);

  async function download(button: ReturnType<typeof page.getByRole>) {
    const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  }
});

test("1,200 messages scroll to the last and back, with few rows rendered at a time", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  const screen = new InboxScreen(page, site);
  // More messages than the list keeps in memory.
  await screen.fill(1200);
  await admin.open(inbox);
  await expect(screen.row("Message 1").first()).toBeVisible();
  await expect
    .poll(async () => {
      await screen.list.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
      return (await screen.rows.allTextContents()).at(-1);
    })
    .toContain("Message 1200");
  expect(await screen.rows.count()).toBeLessThan(40);
  await expect(screen.rows.last()).toHaveAttribute("aria-rowindex", "1200");
  await screen.list.evaluate((list) => list.scrollTo({ top: 0 }));
  await expect(screen.rows.first()).toContainText("Message 1");
  await expect(screen.rows.first()).toHaveAttribute("aria-rowindex", "1");
});

test("new messages do not move the visible messages", { tag: "@long" }, async ({
  admin,
  page,
  site,
  context,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(90);
  await admin.open(inbox);
  await expect(screen.row("Message 1").first()).toBeVisible();
  await screen.list.evaluate((list) => list.scrollTo({ top: 40 * 76 }));
  const looked = screen.rows.filter({ hasText: /Message 44(?!\d)/ });
  await expect(looked).toBeVisible();
  const before = await looked.boundingBox();
  await screen.add({ subject: "Just in" });
  // A change in another tab makes this one refetch.
  const second = await context.newPage();
  await second.goto(`/#${inbox}`);
  await new InboxScreen(second, site).row("Just in").click();
  await expect(page.getByText("91 messages", { exact: true })).toBeVisible();
  await expect(looked).toHaveAttribute("aria-rowindex", "45");
  expect((await looked.boundingBox())?.y).toBe(before?.y);
});

/** The accent color as computed by the browser. */
function accentOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.createElement("div");
    probe.style.color = "var(--color-accent)";
    document.querySelector("main")?.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}

test("all messages can be selected once they are listed, not while only their number is known", async ({
  admin,
  page,
  site,
}) => {
  const screen = new InboxScreen(page, site);
  await screen.fill(3);
  const held = holdRequests();
  await page.route("**/rpc/list_messages*", held.route);
  await admin.open(inbox);
  await expect(page.getByText("3 messages", { exact: true })).toBeVisible();
  const box = page.getByRole("checkbox", { name: "Select all messages" });
  await expect(box).toBeDisabled();
  held.release();
  await expect(screen.rows).toHaveCount(3);
  await box.check();
  await expect(page.getByText("3 selected")).toBeVisible();
});
