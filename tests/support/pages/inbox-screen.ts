import type { Locator, Page } from "@playwright/test";
import type { BuiltSite } from "../sites/built-site.ts";
import { failRequests } from "./failed-requests.ts";
import { holdRequests } from "./held-requests.ts";

/** Deletes all messages, including trash and spam, and all marked senders. */
export async function emptyInbox({ sql }: BuiltSite): Promise<void> {
  await sql`delete from messages`;
  await sql`delete from trashed_messages`;
  await sql`delete from spam_senders`;
}

/** The owner's inbox by visible roles and names, and its rows in the database. */
export class InboxScreen {
  readonly page: Page;
  readonly #site: BuiltSite;

  constructor(page: Page, site: BuiltSite) {
    this.page = page;
    this.#site = site;
  }

  get list(): Locator {
    return this.page.getByRole("grid", { name: "Messages" });
  }

  get rows(): Locator {
    return this.list.getByRole("row");
  }

  row(subject: string): Locator {
    return this.rows.filter({ hasText: subject });
  }

  /** The message beside the list. */
  get pane(): Locator {
    return this.page.getByRole("region", { name: "Message", exact: true });
  }

  get search(): Locator {
    return this.page.getByRole("textbox", { name: "Search messages" });
  }

  /** Inserts a message into the database; `age` is an interval such as `2 days`. */
  async add(given: {
    name?: string;
    email?: string;
    subject: string;
    message?: string;
    is_read?: boolean;
    age?: string;
  }): Promise<void> {
    const { name = "Ada", email = "ada@example.org", message = "Hi there." } = given;
    await this.#site.sql`
      insert into messages (name, email, subject, message, is_read, created_at)
      values (${name}, ${email}, ${given.subject}, ${message}, ${given.is_read ?? false},
        now() - ${given.age ?? "0"}::interval)`;
  }

  /** Inserts many messages, one minute apart; `Message 1` is the newest. */
  async fill(count: number): Promise<void> {
    await this.#site.sql`
      insert into messages (name, email, subject, message, is_read, created_at)
      select 'Visitor ' || n, 'v' || n || '@example.org', 'Message ' || n, 'Text of ' || n, n % 2 = 0,
        now() - n * interval '1 minute' from generate_series(1, ${count}::int) n`;
  }

  /** Whether each message is read, by subject, newest first. */
  async states(): Promise<Record<string, boolean>> {
    const rows = await this.#site.sql<{ subject: string; is_read: boolean }[]>`
      select subject, is_read from messages order by created_at desc`;
    return Object.fromEntries(rows.map((row) => [row.subject, row.is_read]));
  }

  /** Makes calls of this function fail, after holding them until the returned function is called. */
  async refuse(call: "mark_messages" | "delete_messages"): Promise<() => void> {
    const held = holdRequests();
    await this.page.route(`**/rpc/${call}`, failRequests("Out of order."));
    // Registered later than the route above, and therefore called first.
    await this.page.route(`**/rpc/${call}`, held.route);
    return held.release;
  }
}
