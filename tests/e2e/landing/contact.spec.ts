import { expect } from "@playwright/test";
import type { ContactMessage } from "../../support/pages/landing-page.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test, withMotion } from "../fixtures.ts";

test.use({ siteName: "contact" });
test.use(withMotion);

const success = "Message sent successfully! I will get back to you soon.";

const message: ContactMessage = {
  name: "Ada Example",
  email: "ada@example.com",
  subject: "A question",
  message: "Is the berth planner open to other harbours?",
};

test("starts collapsed and stays open once opened", { tag: "@long" }, async ({ landing, page }) => {
  await landing.open();
  const contact = landing.section("Get In Touch");
  await expect(landing.form).toHaveCount(0);
  await expect(contact.getByRole("link", { name: "ines@example.com" })).toBeVisible();
  await landing.openForm();
  await expect(page.getByRole("button", { name: "here" })).toHaveCount(0);
  await expect(contact.getByRole("button")).toHaveText(["Send Message"]);
  await expect(contact.getByRole("heading", { name: "Find me on" })).toBeVisible();
  await page.keyboard.press("Escape");
  await landing.mainNavigation.getByRole("link", { name: "Home" }).click();
  await landing.mainNavigation.getByRole("link", { name: "Contact" }).click();
  await expect(landing.form).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const text = await contact.getByRole("heading", { name: "Find me on" }).boundingBox();
  const form = await landing.form.boundingBox();
  expect(form?.x, "two columns").toBeGreaterThan((text?.x ?? 0) + 200);
});

test("is written and sent before the page's code has arrived, and loses nothing", async ({
  landing,
  page,
  site,
}) => {
  const release = await landing.holdCode();
  await page.goto("/");
  await page.getByRole("button", { name: "here" }).focus();
  await page.keyboard.press("Enter");
  const name = landing.form.getByLabel("Name");
  await expect(name).toBeFocused();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Home");
  release();
  await landing.expectHydrated();
  await expect(name).toBeFocused();
  await page.keyboard.type("Lady ");
  await expect(name).toHaveValue("Lady Ada");

  const releaseAgain = await landing.holdCode();
  await page.goto("/?again");
  await page.getByRole("button", { name: "here" }).click();
  const subject = `Early ${crypto.randomUUID()}`;
  await landing.fillForm({ ...message, subject });
  await landing.sendButton.click();
  expect(await rowsWith(site, subject)).toEqual([]);
  releaseAgain();
  await expect(landing.form.getByRole("status")).toHaveText(success);
  expect(await rowsWith(site, subject)).toHaveLength(1);
  expect(page.url()).toMatch(/\?again$/);
});

test("requires all four fields and a valid address before anything is sent", async ({
  landing,
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/rest/v1/messages")) sent.push(request.url());
  });
  await landing.open();
  await landing.openForm();
  const fields = landing.form.getByRole("textbox");
  for (const [index, label] of ["Name", "Email Address", "Subject", "Message"].entries()) {
    await expect(fields.nth(index)).toHaveAccessibleName(label);
    await expect(fields.nth(index)).toHaveAttribute("required");
  }
  await expect(landing.form.getByLabel("Email Address")).toHaveAttribute("type", "email");
  await expect(landing.form.getByLabel("Message")).toHaveAttribute("rows", "4");
  for (const missing of ["name", "email", "subject", "message"] as const) {
    await landing.fillForm({ ...message, [missing]: "" });
    await landing.sendButton.click();
    await expect(landing.form.locator(":invalid")).toHaveCount(1);
    await expect(landing.form.locator(":invalid")).toBeFocused();
  }
  await landing.fillForm({ ...message, email: "nobody" });
  await landing.sendButton.click();
  await expect(landing.form.getByLabel("Email Address")).toBeFocused();
  await expect(landing.sendButton).toHaveText("Send Message");
  expect(sent).toEqual([]);
});

test("a sent message is stored exactly as written, and the form is empty again", async ({
  landing,
  page,
  site,
}) => {
  await landing.open();
  await landing.openForm();
  const subject = `Stored ${crypto.randomUUID()}`;
  const written = {
    ...message,
    subject,
    name: `'; drop table messages; -- <img src=x onerror="alert(1)"> 🧑‍🔬 مريم ‮evil‬`,
    message: [
      "</script><script>alert(1)</script><svg onload=alert(1)>\"'`{{7*7}}#{1}",
      '{"is_read":true}\\\\ \\u0041 %00',
      "שלום עולם 👩‍👩‍👧‍👦 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L ﷽\n\n\t日本語",
      "0123456789".repeat(950),
    ].join("\n"),
  };
  await landing.fillForm(written);
  const answer = page.waitForResponse(/rest\/v1\/messages/);
  await landing.sendButton.click();
  await expect(landing.sendButton).toHaveText("Sending...");
  await expect(landing.sendButton).toBeDisabled();
  expect(JSON.parse((await answer).request().postData() ?? "")).toMatchObject({ is_read: false });
  const note = landing.form.getByRole("status");
  await expect(note).toHaveText(success);
  const [red = 255, green = 0] = await note.evaluate(colorOf);
  expect(green).toBeGreaterThan(red);
  await expect(landing.sendButton).toHaveText("Send Message");
  await expect(landing.sendButton).toBeEnabled();
  for (const field of await landing.form.getByRole("textbox").all()) {
    await expect(field).toHaveValue("");
  }
  expect(await rowsWith(site, subject)).toEqual([{ ...written, is_read: false, recent: true }]);
});

test("a bot that fills in the hidden field leaves no row", { tag: "@long" }, async ({
  landing,
  page,
  site,
}) => {
  await landing.open();
  await landing.openForm();
  const subject = `Trapped ${crypto.randomUUID()}`;
  await landing.fillForm({ ...message, subject });
  const trap = landing.form.locator("[name=website]");
  await expect(trap).toHaveAttribute("tabindex", "-1");
  expect(await trap.evaluate((field) => field.closest("[aria-hidden=true]") !== null)).toBe(true);
  await trap.evaluate((field: HTMLInputElement) => {
    field.value = "https://spam.example/ünïcode";
  });
  const answer = page.waitForResponse(/rest\/v1\/messages/);
  await landing.sendButton.click();
  await answer;
  await expect(landing.form.getByRole("status")).toHaveText(success);
  expect(await rowsWith(site, subject)).toEqual([]);
});

function colorOf(node: Element): number[] {
  return getComputedStyle(node).color.match(/\d+/g)?.map(Number) ?? [];
}

async function rowsWith({ sql }: BuiltSite, subject: string) {
  const rows = await sql`
    select name, email, subject, message, is_read, created_at > now() - interval '1 minute' as recent
    from public.messages where subject = ${subject}`;
  return rows.map((row) => ({ ...row }));
}
