import type { Page } from "@playwright/test";
import type { Sql } from "../../../server/database/connect.ts";

/** Where General Info is. */
export const INFO = "/tradmin/portfolio/info";

export const save = (page: Page) => page.getByRole("button", { name: "Save All Info" });
export const bioOf = (page: Page) => page.getByRole("textbox", { name: "Bio" });

type Site = { sql: Sql };

/** The stored text, empty where there is none. */
export async function stored({ sql }: Site, key: string): Promise<string> {
  const [row] = await sql<{ value: string }[]>`
    select value from public.personal_info where key = ${key}`;
  return row?.value ?? "";
}

/** What another browser does, of which this one hears nothing. */
export async function change({ sql }: Site, key: string, value: string): Promise<void> {
  await sql`insert into public.personal_info (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`;
}
