import { expect, type Locator, type Page } from "@playwright/test";
import { holdRequests } from "./held-requests.ts";

/** The public page by visible roles and names. */
export class LandingPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page and waits until its after-load code has started. React is loaded on demand. */
  async open(path = "/"): Promise<void> {
    const counted = (await this.#isOwners()) ? null : this.page.waitForResponse(isVisit);
    await this.page.goto(path);
    await counted;
    // Waits until the typed name has become a link, or is plain text.
    await expect(this.header.locator(".brand[href] .typed")).toHaveCount(0);
    // Lays out every entry, like a visitor's first scroll. Playwright clicks in the same frame to
    // which it scrolls, when entries that have just come into view still have an estimated height.
    await this.page.evaluate(() => dispatchEvent(new Event("scroll")));
  }

  /**
   * Delays the page's code, to test what must work before it arrives.
   * @returns a function that releases the code.
   */
  async holdCode(): Promise<() => void> {
    const held = holdRequests();
    await this.page.route("**/assets/{entry,hydrate}-*.js", held.route);
    return held.release;
  }

  /** Whether the owner has signed in with this browser, whose visits are therefore not counted. */
  async #isOwners(): Promise<boolean> {
    const { origins } = await this.page.context().storageState();
    return origins.some(({ localStorage }) =>
      localStorage.some(({ name }) => name === "foyer-owner-browser"),
    );
  }

  get header(): Locator {
    return this.page.getByRole("banner");
  }

  get footer(): Locator {
    return this.page.getByRole("contentinfo");
  }

  get mainNavigation(): Locator {
    return this.page.getByRole("navigation", { name: "Main" });
  }

  get mobileMenu(): Locator {
    return this.page.getByRole("navigation", { name: "Mobile" });
  }

  get menuButton(): Locator {
    return this.page.getByRole("button", { name: "Menu" });
  }

  get themeSwitch(): Locator {
    return this.page.getByRole("button", { name: "Switch color theme" });
  }

  /** A section by its heading. */
  section(title: string): Locator {
    return this.page.getByRole("region", { name: title, exact: true });
  }

  get hero(): Locator {
    return this.page.getByRole("region", { name: /^Hello/ });
  }

  project(name: string): Locator {
    return this.section("Featured Projects")
      .getByRole("listitem")
      .filter({ has: this.page.getByRole("heading", { name, exact: true }) });
  }

  get form(): Locator {
    return this.page.getByRole("form", { name: "Send me a message" });
  }

  /** Waits until React has hydrated the message form, which nothing visible shows. */
  async expectHydrated(): Promise<void> {
    const form = this.page.locator("#contact-form form");
    await expect
      .poll(() => form.evaluate((node) => Object.keys(node).some((key) => /^__react/.test(key))))
      .toBe(true);
  }

  /** Clicks 'here' and waits for the form. */
  async openForm(): Promise<void> {
    await this.page.getByRole("button", { name: "here" }).click();
    // The first click loads React, which takes a while on a busy machine.
    await expect(this.form).toBeVisible({ timeout: 30_000 });
  }

  async fillForm(message: ContactMessage): Promise<void> {
    await this.form.getByLabel("Name").fill(message.name);
    await this.form.getByLabel("Email Address").fill(message.email);
    await this.form.getByLabel("Subject").fill(message.subject);
    await this.form.getByLabel("Message").fill(message.message);
  }

  get sendButton(): Locator {
    return this.form.getByRole("button");
  }
}

export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Whether the response belongs to the call that counts a visit. */
export function isVisit(response: { url(): string }): boolean {
  return response.url().endsWith("/rest/v1/visits");
}
