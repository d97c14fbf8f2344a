import type { Page } from "@playwright/test";
import type { BuiltSite } from "../../sites/built-site.ts";

/** Mocks the function that reads Notion, so that no screenshot depends on a real database. */
export async function fillNotion(page: Page): Promise<void> {
  await page.route("**/functions/v1/fetch-notion-notes", (route) =>
    route.fulfill({ json: { notes, syncedAt: new Date().toISOString() } }),
  );
}

/** Stores the cached list that the dashboard shows. */
export async function fillNotionCache({ sql }: BuiltSite): Promise<void> {
  await sql`insert into private.notion_notes (source, notes)
    values ('screenshots', ${sql.json(notes.map((note) => ({ ...note, tags: [...note.tags] })))})`;
}

/**
 * Symbols that every font contains, because few machines that take screenshots have an emoji font.
 */
const notes = (
  [
    ["⚓", "Berth planner: what the harbour master asked for", 1, ["Clients", "Piran"]],
    ["✎", "Merging offline edits without a server clock", 3, ["Quadrat", "Reading"]],
    ["☎", "Questions for the surveyor", 4, []],
    ["✒", "Type scale and spacing of the new site", 9, ["Design"]],
    ["☂", "Tide tables, and why ours were an hour off all summer long", 15, ["Sailing", "Quadrat"]],
    ["⚑", "Chart symbols worth stealing", 22, ["Design", "Reading"]],
    ["☕", "Reading list", 31, ["Reading"]],
  ] as const
).map(([emoji, title, days, tags], number) => ({
  id: `${number}`,
  title,
  url: `https://www.notion.so/${number}`,
  icon: { type: "emoji", emoji },
  lastEdited: new Date(Date.now() - days * 86_400_000).toISOString(),
  tags,
}));
