import type { Page } from "@playwright/test";
import { type BuiltSite, owner } from "../sites/built-site.ts";
import { storeSession } from "./sessions.ts";

/** The admin panel from the owner's perspective. */
export class AdminPanel {
  readonly page: Page;
  readonly #site: BuiltSite;

  constructor(page: Page, site: BuiltSite) {
    this.page = page;
    this.#site = site;
  }

  /** Opens a screen by its router path with an existing session. */
  async open(path = "/tradmin"): Promise<void> {
    await this.keepSession();
    await this.page.goto(`/#${path}`);
  }

  /** Stores a session of the owner in the browser. */
  async keepSession(): Promise<void> {
    await storeSession(this.page, this.#site, "foyer-admin", owner);
  }

  /** Signs in through the login form. */
  async signInByForm(credentials = owner): Promise<void> {
    await this.page.getByLabel("Email").fill(credentials.email);
    await this.page.getByLabel("Password").fill(credentials.password);
    await this.page.getByRole("button", { name: "Sign In" }).click();
  }

  get sidebar() {
    return this.page.getByRole("navigation", { name: "Admin" });
  }
}
