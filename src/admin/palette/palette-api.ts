import { unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";

/** An entry with its display name. */
export interface NamedEntry {
  id: string;
  name: string;
  detail: string;
}

/** The tables whose entries the palette lists. */
export type EntryTable =
  | "experience"
  | "education"
  | "projects"
  | "skills"
  | "skill_categories"
  | "social_links";

/** All entries of a table, in the order of its screen. */
export const listEntries: Record<EntryTable, () => Promise<NamedEntry[]>> = {
  experience: () => listTimeline("experience"),
  education: () => listTimeline("education"),
  projects: async () =>
    named(
      await readAll((from, to) =>
        db()
          .from("projects")
          .select("id, name", COUNTED)
          .order("created_at", { ascending: false })
          .order("id", { ascending: false })
          .range(from, to),
      ),
    ),
  skills: async () => {
    const rows = await readAll((from, to) =>
      db()
        .from("skills")
        .select("id, name, skill_categories(name)", COUNTED)
        .order("name")
        .order("id")
        .range(from, to),
    );
    return rows.map(({ id, name, skill_categories }) => ({
      id,
      name,
      detail: skill_categories?.name ?? "",
    }));
  },
  skill_categories: async () =>
    named(
      await readAll((from, to) =>
        db().from("skill_categories").select("id, name", COUNTED).order("name").range(from, to),
      ),
    ),
  social_links: async () => {
    const rows = await readAll((from, to) =>
      db()
        .from("social_links")
        .select("id, name, url", COUNTED)
        .order("display_order", { nullsFirst: false })
        .order("id")
        .range(from, to),
    );
    return rows.map(({ id, name, url }) => ({ id, name, detail: url }));
  },
};

/** The newest messages whose sender or subject contains every word. */
export async function findMessages(search: string, signal: AbortSignal): Promise<NamedEntry[]> {
  const rows = await db()
    .rpc("list_messages", { search, max_rows: MOST_MESSAGES })
    .abortSignal(signal)
    .then(unwrap);
  return rows.map(({ id, name, subject }) => ({ id, name: subject, detail: name }));
}

const MOST_MESSAGES = 8;

async function listTimeline(table: "experience" | "education"): Promise<NamedEntry[]> {
  const rows = await readAll((from, to) =>
    db()
      // Both tables have these columns, which supabase-js cannot express as a union.
      .from(table as "experience")
      .select("id, title, organization", COUNTED)
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .range(from, to),
  );
  return rows.map(({ id, title, organization }) => ({ id, name: title, detail: organization }));
}

const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ id, name, detail: "" }));

const COUNTED = { count: "exact" } as const;

const db = () => getClient("admin");
