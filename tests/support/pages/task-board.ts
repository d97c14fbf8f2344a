import type { Locator, Page } from "@playwright/test";
import type { BuiltSite } from "../sites/built-site.ts";

export interface SeededTask {
  title: string;
  status?: "todo" | "inprogress" | "done";
  description?: string | null;
  priority?: string;
  due_date?: string | null;
  tags?: string[] | null;
}

/** The task board from its user's perspective. */
export class TaskBoard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  column(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }

  card(title: string): Locator {
    return this.page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  }

  /** The part of a card that opens it and starts drags. */
  handle(title: string): Locator {
    return this.card(title).getByRole("button").first();
  }

  /** The titles in a column, from top to bottom. */
  titles(column: string): Locator {
    return this.column(column).locator("li > button > span:first-child");
  }

  get form(): Locator {
    return this.page.getByRole("dialog");
  }

  field(label: string): Locator {
    return this.form.getByLabel(label);
  }

  button(name: string): Locator {
    return this.form.getByRole("button", { name, exact: true });
  }

  /**
   * Drags a card by mouse to a fraction of another card's height; below 0.5 is above its midpoint.
   * The target is measured before the drag starts, because people aim at what they see.
   */
  async drag(title: string, onto: Locator, share = 0.5): Promise<void> {
    await this.lift(title);
    await this.aim(onto, share);
    await this.page.mouse.up();
  }

  async lift(title: string): Promise<void> {
    const handle = this.handle(title);
    await handle.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(handle);
    await this.page.mouse.move(x + width / 3, y + height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(x + width / 3 + 8, y + height / 2 + 3);
  }

  async aim(onto: Locator, share = 0.5): Promise<void> {
    const { x, y, width, height } = await boxOf(onto);
    await this.page.mouse.move(x + width / 2, y + height * share, { steps: 2 });
  }
}

/** Inserts these tasks on the user's board, in this order. */
export async function seedTasks({ sql }: BuiltSite, userId: string, tasks: readonly SeededTask[]) {
  await sql`delete from workspace_tasks`;
  const orders = { todo: 0, inprogress: 0, done: 0 };
  for (const task of tasks) {
    const order = orders[task.status ?? "todo"]++;
    await sql`insert into workspace_tasks ${sql({ user_id: userId, order, ...task })}`;
  }
}

/** Fills the first column with cards of different heights: `Task 1.`, `Task 2.`, and so on. */
export async function seedMany({ sql }: BuiltSite, userId: string, count: number) {
  await sql`delete from workspace_tasks`;
  await sql`insert into workspace_tasks (user_id, title, description, tags, "order")
    select ${userId}, 'Task ' || n || '.', null,
      case when n % 3 = 0 then array['a tag that is long', 'another one', 'and a third one'] end,
      n - 1
    from generate_series(1, ${count}::int) n`;
}

/** The stored tasks as `status order title`, column by column. */
export async function storedBoard({ sql }: BuiltSite): Promise<string[]> {
  const rows = await sql<{ status: string; order: number; title: string }[]>`
    select status, "order", title from workspace_tasks
    order by array_position(array['todo', 'inprogress', 'done'], status), "order", id`;
  return rows.map(({ status, order, title }) => `${status} ${order} ${title}`);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`Not on the screen: ${locator}`);
  return box;
}
