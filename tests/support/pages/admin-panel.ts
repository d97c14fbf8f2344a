import type { Page } from "@playwright/test";
import { type BuiltSite, owner } from "../built-site.ts";

/** The admin panel as the owner uses it. */
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

  /** Stores a fresh session of the owner in the browser; the login form has its own tests. */
  async keepSession(): Promise<void> {
    const session = await signIn(this.#site, owner);
    await this.page.addInitScript(
      ([key, value]) => {
        // Only once: a reload must not undo a later logout.
        if (sessionStorage.getItem("session-given")) return;
        sessionStorage.setItem("session-given", "yes");
        localStorage.setItem(key, value);
      },
      ["foyer-admin", JSON.stringify(session)] as const,
    );
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

/** A session by password, as returned by `/auth/v1/token`. Throws when it is refused. */
export async function signIn(
  site: BuiltSite,
  { email, password }: { email: string; password: string },
): Promise<{ access_token: string; refresh_token: string; user: { id: string } }> {
  const { publishableKey } = await site.secrets();
  const response = await fetch(`${site.origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Sign-in: ${response.status} ${await response.text()}`);
  return response.json();
}
