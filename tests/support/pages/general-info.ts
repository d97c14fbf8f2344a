import type { Page } from "@playwright/test";
import type { Sql } from "../../../server/database/connect.ts";

/** The router path of General Info. */
export const INFO = "/tradmin/portfolio/info";

export const save = (page: Page) => page.getByRole("button", { name: "Save All Info" });
export const bioOf = (page: Page) => page.getByRole("textbox", { name: "Bio" });

type Site = { sql: Sql };

/** The stored text, or an empty string. */
export async function stored({ sql }: Site, key: string): Promise<string> {
  const [row] = await sql<{ value: string }[]>`
    select value from public.personal_info where key = ${key}`;
  return row?.value ?? "";
}

/** Changes a value like another browser, without notifying this one. */
export async function change({ sql }: Site, key: string, value: string): Promise<void> {
  await sql`insert into public.personal_info (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`;
}
