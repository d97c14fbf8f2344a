import { expect, type Page } from "@playwright/test";
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

test("the contact form starts collapsed and stays open once opened", { tag: "@long" }, async ({
  landing,
  page,
}) => {
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

test("a message written and sent before the page's code has arrived is complete", async ({
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

test("the contact form requires all four fields and a valid address before anything is sent", async ({
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

test("the browser's autofill fills no trap, and a message with a filled trap is kept in Spam", async ({
  landing,
  page,
  site,
}) => {
  await landing.open();
  await landing.openForm();
  await landing.expectHydrated();
  const trap = landing.form.locator("[aria-hidden] input");
  const name = String(await trap.getAttribute("name"));
  const found = { name: "Full name", email: "Email address", subject: "", message: "" };
  expect(await autofill(page)).toEqual({ ...found, [name]: "" });
  await expect(landing.form.getByLabel("Email Address")).toHaveValue("ada@example.com");
  await expect(trap).toHaveValue("");

  // A browser that has read the form just before fills it as it was.
  await expect(async () => {
    await page.reload();
    await landing.openForm();
    await landing.expectHydrated();
    // For comparison, a field with a name that the browser knows is filled.
    await trap.evaluate((input) => {
      const known = input.cloneNode() as HTMLInputElement;
      known.name = "company";
      input.replaceWith(known);
    });
    expect(await autofill(page)).toEqual({ ...found, company: "Company name" });
  }).toPass();
  await expect(trap).toHaveValue("Engines Ltd");
  await trap.evaluate((input: HTMLInputElement, original) => {
    input.name = original;
  }, name);
  const subject = `Trapped ${crypto.randomUUID()}`;
  await landing.fillForm({ ...message, subject });
  await landing.sendButton.click();
  await expect(landing.form.getByRole("status")).toHaveText(success);
  expect(await rowsWith(site, subject)).toEqual([]);
  expect(
    await site.sql`select name, message, is_spam, spam_reason from trashed_messages
      where subject = ${subject}`,
  ).toEqual([{ name: message.name, message: message.message, is_spam: true, spam_reason: "trap" }]);
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

/**
 * Fills the form from an address, as the browser does after the user chooses one.
 * @returns the browser's type for each field, by name; empty if unknown.
 */
async function autofill(page: Page): Promise<Record<string, string>> {
  const browser = await page.context().newCDPSession(page);
  const { root } = await browser.send("DOM.getDocument");
  const selector = "#contact-form [name=email]";
  const { nodeId } = await browser.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { node } = await browser.send("DOM.describeNode", { nodeId });
  await browser.send("Autofill.enable");
  const filled = new Promise<{ filledFields: FilledField[] }>((resolve) => {
    browser.once("Autofill.addressFormFilled", resolve);
  });
  const fill = { fieldId: node.backendNodeId, address: { fields: ADDRESS } };
  // The command fails until Chromium has parsed the new form. Playwright's types allow only cards.
  await expect(() => browser.send("Autofill.trigger", fill as never)).toPass();
  const { filledFields } = await filled;
  await browser.detach();
  return Object.fromEntries(filledFields.map((field) => [field.name, field.autofillType]));
}

interface FilledField {
  name: string;
  autofillType: string;
}

const ADDRESS = Object.entries({
  NAME_FULL: "Ada Example",
  NAME_FIRST: "Ada",
  NAME_LAST: "Example",
  EMAIL_ADDRESS: "ada@example.com",
  COMPANY_NAME: "Engines Ltd",
  ADDRESS_HOME_LINE1: "1 Road",
  ADDRESS_HOME_CITY: "London",
  ADDRESS_HOME_ZIP: "N1 1AA",
  ADDRESS_HOME_COUNTRY: "GB",
  PHONE_HOME_WHOLE_NUMBER: "+442071234567",
}).map(([name, value]) => ({ name, value }));
