import { expect } from "@playwright/test";
import { axeViolations, axeViolationsInBothThemes } from "../../support/axe.ts";
import { fillNotices } from "../../support/content/notice-content.ts";
import { headerOf, startMailServer } from "../../support/fakes/mail-server.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { owner } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

test.beforeEach(async ({ site }) => {
  await site.sql`select register_notice_sender(null, null)`;
  await site.sql`delete from gateway.notice_delivery`;
  await site.sql`delete from private.notices`;
  await site.sql`delete from notice_choices`;
});

test.afterEach(({ site }) => site.sql`select register_notice_sender(null, null)`);

test("the notices screen shows the delivery's state, its last error and a test with the mail server's error", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await admin.open("/tradmin/messages");
  await admin.sidebar.getByRole("link", { name: "Notices" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Notices are not sent" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set Up…" })).toBeVisible();
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

test("a mail server is set, tested, changed and removed by keyboard, and typed text is kept", async ({
  admin,
  page,
  watch,
}) => {
  const mail = await startMailServer();
  try {
    watch.expectProblem(/^answer: 400/);
    watch.expectProblem(/^console error: Failed to load resource/);
    await admin.open("/tradmin/notices");
    await page.getByRole("button", { name: "Set Up…" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Mail server").fill("mail server");
    await dialog.getByLabel("Port").fill("0");
    await dialog.getByLabel("Send to").fill("mara");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Mail server")).toHaveAccessibleDescription(
      "Enter a host name, such as mail.example.com.",
    );
    await expect(dialog.getByLabel("Port")).toHaveAccessibleDescription(
      "Enter a port from 1 to 65535.",
    );
    await expect(dialog.getByText("Enter an email address, such as")).toBeVisible();
    await expect(dialog.getByText("Please enter your password.")).toBeVisible();
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await dialog.getByLabel("Mail server").fill("127.0.0.1");
    await dialog.getByLabel("Port").fill(new URL(mail.url).port);
    await dialog.getByLabel("Encryption").selectOption("STARTTLS, usually port 587");
    await dialog.getByLabel("Send to").fill("mara@slipway.example");
    await dialog.getByRole("textbox", { name: "Your password" }).fill("not my password");
    watch.acceptDialog(/^$/);
    await page.reload();
    await page.getByRole("button", { name: "Set Up…" }).press("Enter");
    await expect(dialog.getByLabel("Mail server")).toHaveValue("127.0.0.1");
    await dialog.getByRole("textbox", { name: "Your password" }).fill("not my password");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Your current password is incorrect.")).toBeVisible();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(owner.password);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();

    const delivery = page.getByRole("region", { name: "Delivery" });
    await expect(delivery).toContainText("Mail tomara@slipway.example");
    await delivery.getByRole("button", { name: "Send test mail" }).press("Enter");
    await expect(delivery.getByText("The test mail was sent.")).toBeVisible();
    expect(headerOf(mail.accepted[0] ?? "", "to")).toBe("mara@slipway.example");

    await delivery.getByRole("button", { name: "Change…" }).press("Enter");
    await expect(dialog.getByLabel("Send to")).toHaveValue("mara@slipway.example");
    await expect(dialog.getByLabel("Encryption")).toHaveValue("false");
    await dialog.getByLabel("User name").fill("mara");
    await dialog.getByRole("textbox", { name: "Your password" }).fill(owner.password);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter the password of this user.")).toBeVisible();
    watch.acceptDialog(/^You have unsaved changes/);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await delivery.getByRole("button", { name: "Turn Off…" }).press("Enter");
    await dialog.getByRole("textbox", { name: "Your password" }).fill(owner.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Notices are not sent" })).toBeVisible();
  } finally {
    await mail.stop();
  }
});

test("a webhook gets a secret, and its address is not shown again", async ({ admin, page }) => {
  await admin.open("/tradmin/notices");
  await page.getByRole("button", { name: "Set Up…" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Send notices by").selectOption("Webhook");
  await dialog.getByLabel("Address").fill("https://hooks.example/token-in-path");
  await dialog.getByRole("button", { name: "Create a secret" }).press("Enter");
  await expect(dialog.getByRole("textbox", { name: /^Secret/ })).toHaveValue(/^whsec_.{44}$/);
  await dialog.getByRole("textbox", { name: "Your password" }).fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Delivery" })).toContainText("hooks.example");
  await page.reload();
  await page.getByRole("button", { name: "Change…" }).press("Enter");
  await expect(dialog.getByText("An address at hooks.example is stored.")).toBeVisible();
  await expect(dialog.getByLabel("Address")).toHaveValue("");
  expect(await page.content()).not.toContain("token-in-path");
});

test("settings of notices that come from server variables are named, and cannot be changed in the panel", {
  tag: "@long",
}, async ({ admin, page }) => {
  await page.route("**/rest/v1/rpc/notice_status", async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, transport: "webhook", recipient: "hooks.example" } });
  });
  await page.route("**/notices/v1/delivery", (route) =>
    route.fulfill({ json: { isFixed: true, mail: null, webhook: { host: "hooks.example" } } }),
  );
  await admin.open("/tradmin/notices");
  await expect(page.getByText("FOYER_WEBHOOK_SECRET set this")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change…" })).toHaveCount(0);
});

test("a choice of notices is saved at once by keyboard, and is reset when saving fails", {
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
