import { expect } from "@playwright/test";
import { axeViolations } from "../support/axe.ts";
import { fillNotices } from "../support/content/notice-content.ts";
import { failRequests } from "../support/pages/failed-requests.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin" });

test.beforeEach(async ({ site }) => {
  await site.sql`select register_notice_sender(null, null)`;
  await site.sql`delete from private.notices`;
  await site.sql`delete from notice_choices`;
});

test.afterEach(({ site }) => site.sql`select register_notice_sender(null, null)`);

test("the state, the last error and a test with the mail server's error are shown", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await admin.open();
  await admin.sidebar.getByRole("link", { name: "Notices" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Notices are not sent" })).toBeVisible();
  await expect(page.getByText("FOYER_SMTP_URL")).toBeVisible();
  await fillNotices(site);
  await page.reload();
  const delivery = page.getByRole("region", { name: "Delivery" });
  await expect(delivery).toContainText("Mail tomara@slipway.example");
  await expect(delivery).toContainText("Waiting1");
  await expect(delivery.getByRole("alert")).toContainText("452 4.2.2 The mailbox is full");
  expect(await axeViolations(page)).toEqual([]);

  const send = delivery.getByRole("button", { name: "Send test mail" });
  watch.expectStatus(502);
  const sent = page.route("**/functions/v1/send-notices", (route) =>
    route.fulfill({ status: 502, json: { error: `550 Relaying denied ${"x".repeat(900)}` } }),
  );
  await sent;
  await send.press("Enter");
  await expect(delivery.getByText("The test mail was not sent: 550 Relaying denied")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.unrouteAll();
  await page.route("**/functions/v1/send-notices", (route) => route.fulfill({ json: { sent: 1 } }));
  await send.press("Enter");
  await expect(delivery.getByText("The test mail was sent.")).toBeVisible();
});

test("a choice is saved at once by keyboard, and goes back when that fails", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  await admin.open("/tradmin/notices");
  const digest = page.getByRole("checkbox", { name: "Weekly digest" });
  await expect(digest).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "New message" })).toBeChecked();
  await digest.press(" ");
  const saved = () => site.sql`select cause, enabled from notice_choices`;
  await expect.poll(saved).toEqual([{ cause: "digest", enabled: true }]);
  await page.reload();
  await expect(digest).toBeChecked();
  watch.expectStatus(500);
  await page.route("**/rest/v1/notice_choices*", failRequests("Out of order.", "POST"));
  await digest.press(" ");
  await expect(page.getByRole("alert")).toHaveText("Could not be saved: Out of order.");
  await expect(digest).toBeChecked();
});
