import { inChosenOrder, newestFirst } from "../../content/entry-order.ts";
import type { Json, Tables } from "../../lib/database.types.ts";
import { unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";
import type { ImportChanges } from "./import-changes.ts";
import type { SiteContent } from "./plan.ts";

/** The whole content, and which of its rows are unchanged sample content. */
export interface SiteState {
  content: SiteContent;
  /** Such as `experience <id>` or `personal_info tagline`. */
  samples: ReadonlySet<string>;
}

/** Reads everything an import compares a file with. */
export async function readSite(): Promise<SiteState> {
  const [samples, info, experience, education, projects, categories, skills, links] =
    await Promise.all([
      db().rpc("list_sample_content").then(unwrap),
      readAll<Tables<"personal_info">>((from, to) =>
        db().from("personal_info").select("*", COUNTED).order("key").range(from, to),
      ),
      list<"experience">("experience"),
      list<"education">("education"),
      list<"projects">("projects"),
      list<"skill_categories">("skill_categories"),
      list<"skills">("skills"),
      list<"social_links">("social_links"),
    ]);
  const placeOf = ({ display_order: order }: Tables<"social_links">) => order ?? Infinity;
  return {
    samples: new Set(samples.map(({ table_name, id }) => `${table_name} ${id}`)),
    content: {
      info,
      experience: inChosenOrder(newestFirst(byAge(experience))),
      education: inChosenOrder(newestFirst(byAge(education))),
      projects: inChosenOrder(byAge(projects)),
      categories: inChosenOrder(categories.toSorted((a, b) => a.name.localeCompare(b.name))),
      skills: inChosenOrder(skills.toSorted((a, b) => b.level - a.level)),
      links: links.toSorted((a, b) => placeOf(a) - placeOf(b)),
    },
  };
}

/**
 * Writes everything in one transaction.
 * @throws {BackendError} `PT409` when the content was changed elsewhere; then nothing was written.
 */
export async function importContent(
  changes: ImportChanges,
  { clearSample, signal }: { clearSample: boolean; signal: AbortSignal },
): Promise<void> {
  await db()
    .rpc("import_content", { content: changes as Json, clear_sample: clearSample })
    .abortSignal(signal)
    .then(({ data, error, status }) => unwrap({ data: data ?? true, error, status }));
}

type ListedTable =
  | "experience"
  | "education"
  | "projects"
  | "skill_categories"
  | "skills"
  | "social_links";

// The tables differ only in their columns, which supabase-js cannot express as a union.
function list<Table extends ListedTable>(table: ListedTable): Promise<Tables<Table>[]> {
  return readAll<Tables<Table>>((from, to) =>
    db()
      .from(table as "experience")
      .select("*", COUNTED)
      .order("id")
      .range(from, to)
      .overrideTypes<Tables<Table>[], { merge: false }>(),
  );
}

function byAge<Row extends { created_at: string }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

const COUNTED = { count: "exact" } as const;

const db = () => getClient("admin");
