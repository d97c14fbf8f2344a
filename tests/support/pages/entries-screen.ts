import type { Locator, Page } from "@playwright/test";

/** A screen with one table of entries and an editor. */
export class EntriesScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get rows(): Locator {
    return this.page.getByRole("table").locator("tbody").getByRole("row");
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  get editor(): Locator {
    return this.page.getByRole("dialog");
  }

  field(label: string): Locator {
    return this.editor.getByRole("textbox", { name: label, exact: true });
  }

  button(name: string): Locator {
    return this.editor.getByRole("button", { name, exact: true });
  }

  async fill(values: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value);
  }

  async save(): Promise<void> {
    await this.button("Save").click();
  }

  /** @param name the entry's name in its buttons' labels. */
  async edit(name: string): Promise<void> {
    await this.page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
    await this.editor.waitFor();
  }

  async remove(name: string): Promise<void> {
    await this.page.getByRole("button", { name: `Delete ${name}`, exact: true }).click();
  }
}
