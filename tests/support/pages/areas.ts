import type { Locator, Page } from "@playwright/test";
import { owner } from "../sites/built-site.ts";
import { workspaceUser } from "./workspace-page.ts";

/** Facts about an area for the sign-in and session tests. */
export interface AreaUnderTest {
  area: "admin" | "workspace";
  /** The area's start screen. */
  path: string;
  /** Where the browser stores the session. */
  key: string;
  identifier: "Email" | "Email or Username";
  name: string;
  password: string;
  /** URL pattern of the requests that sign in. */
  endpoint: string;
  /** The heading of the start screen. */
  home: string;
  /** The text shown for a wrong password. */
  refused: string;
}

export const areas: AreaUnderTest[] = [
  {
    area: "admin",
    path: "/tradmin",
    key: "foyer-admin",
    identifier: "Email",
    name: owner.email,
    password: owner.password,
    endpoint: "**/auth/v1/token?grant_type=password",
    home: "Dashboard",
    refused: "Invalid login credentials",
  },
  {
    area: "workspace",
    path: "/workspace",
    key: "foyer-workspace",
    identifier: "Email or Username",
    name: workspaceUser.username,
    password: workspaceUser.password,
    endpoint: "**/functions/v1/workspace-sign-in",
    home: "Welcome back, Ines!",
    refused: "Invalid username or password.",
  },
];

/** The login form of an area. */
export class LoginForm {
  readonly page: Page;
  readonly #area: AreaUnderTest;

  constructor(page: Page, area: AreaUnderTest) {
    this.page = page;
    this.#area = area;
  }

  get name(): Locator {
    return this.page.getByLabel(this.#area.identifier, { exact: true });
  }

  get password(): Locator {
    return this.page.getByLabel("Password");
  }

  get submit(): Locator {
    return this.page.getByRole("button", { name: "Sign In" });
  }

  /** The heading of the screen that follows a successful sign-in. */
  get home(): Locator {
    return this.page.getByRole("heading", { level: 1, name: this.#area.home });
  }

  async open(): Promise<void> {
    await this.page.goto(`/#${this.#area.path}/login`);
  }

  async signIn(password = this.#area.password): Promise<void> {
    await this.name.fill(this.#area.name);
    await this.password.fill(password);
    await this.submit.click();
  }
}
