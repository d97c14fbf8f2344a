import type { Page } from "@playwright/test";
import type { BuiltSite } from "../sites/built-site.ts";
import { type Account, createAccount } from "./accounts.ts";
import { storeSession } from "./sessions.ts";

/** The tests' workspace user, created on demand. */
export const workspaceUser = {
  email: "backroom@example.com",
  username: "Backroom",
  password: "a quiet enough password",
};

/** The workspace from its user's perspective. */
export class WorkspacePanel {
  readonly page: Page;
  readonly #site: BuiltSite;

  constructor(page: Page, site: BuiltSite) {
    this.page = page;
    this.#site = site;
  }

  /** Opens a screen by its router path with an existing session. Returns the user's id. */
  async open(path = "/workspace"): Promise<string> {
    const id = await this.keepSession();
    await this.page.goto(`/#${path}`);
    return id;
  }

  /** Stores a session in the browser. Returns the user's id. */
  async keepSession(page = this.page): Promise<string> {
    await this.account();
    return storeSession(page, this.#site, "foyer-workspace", workspaceUser);
  }

  /** The workspace user, created if none has these credentials. */
  async account(): Promise<Account> {
    const { email } = workspaceUser;
    const [row] = await this.#site.sql<{ user_id: string }[]>`
      select user_id from workspace_users where email = ${email}`;
    if (row) return { id: row.user_id, ...workspaceUser };
    return createAccount(this.#site, "workspace", workspaceUser);
  }

  /** Signs in through the login form. */
  async signInByForm(name = workspaceUser.username, password = workspaceUser.password) {
    await this.page.getByLabel("Email or Username").fill(name);
    await this.page.getByLabel("Password").fill(password);
    await this.page.getByRole("button", { name: "Sign In" }).click();
  }

  /** The sidebar with links to the tools. */
  get sidebar() {
    return this.page.getByRole("navigation", { name: "Workspace" });
  }
}
