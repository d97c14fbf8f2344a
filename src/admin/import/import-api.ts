import { inChosenOrder, newestFirst } from "../../content/entry-order.ts";
import type { Json, Tables } from "../../lib/database.types.ts";
import { unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";
import { listEntries } from "../entries/entry-api.ts";
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
        db().from("personal_info").select("*", { count: "exact" }).order("key").range(from, to),
      ),
      listEntries("experience"),
      listEntries("education"),
      listEntries("projects"),
      listEntries("skill_categories"),
      listEntries("skills"),
      listEntries("social_links"),
    ]);
  return {
    samples: new Set(samples.map(({ table_name, id }) => `${table_name} ${id}`)),
    content: {
      info,
      experience: inChosenOrder(newestFirst(experience)),
      education: inChosenOrder(newestFirst(education)),
      projects: inChosenOrder(projects),
      skill_categories: inChosenOrder(categories),
      skills: inChosenOrder(skills.toSorted((a, b) => b.level - a.level)),
      social_links: links,
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

const db = () => getClient("admin");
