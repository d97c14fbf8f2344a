import type { KindName } from "../../../shared/content/kind.ts";
import { kinds } from "../../../shared/content/kinds.ts";
import { newId } from "../../lib/new-id.ts";
import { keyOf } from "./match-entries.ts";
import type { SiteContent } from "./plan.ts";
import { LISTED_KINDS, type Plan, type PlanItem, type Row } from "./plan-item.ts";

/** The rows of `import_content`, by table. */
export type ImportChanges = Partial<Record<KindName | "personal_info", Row[]>>;

/** Category of added skills whose file has no categories. */
const DEFAULT_CATEGORY = "Skills";

/**
 * The rows to write for the chosen entries, with the categories their skills need. A list that is
 * empty so far gets the file's order; entries added to others follow the default order.
 */
export function toChanges(
  plan: Plan,
  chosen: ReadonlySet<string>,
  site: SiteContent,
): ImportChanges {
  const items = plan.items.filter(({ id, row }) => row !== null && chosen.has(id));
  const of = (kind: PlanItem["kind"]) => items.filter((item) => item.kind === kind);
  const rows = (kind: PlanItem["kind"]) => of(kind).flatMap(({ row }) => (row ? [row] : []));
  const { categories, skills } = withCategories(plan, of("skills"), site);
  const lists = LISTED_KINDS.map((kind) => {
    if (kind === "skills") return [kind, skills];
    if (kind === "social_links") return [kind, linksPlaced(rows(kind), site)];
    return [kind, placed(rows(kind), site[kind].length)];
  });
  const changes = [["personal_info", rows("info")], ["skill_categories", categories], ...lists];
  return Object.fromEntries(changes.filter(([, list]) => list && list.length > 0));
}

/** In an empty list every entry gets a position, unless the dates yield the same order. */
function placed(rows: Row[], stored: number): Row[] {
  const byDate = rows.every(({ start_month: start }, index) => {
    const next = rows[index + 1]?.start_month;
    return start && (index === rows.length - 1 || (next && String(next) < String(start)));
  });
  let position = 0;
  return rows.map((row) => {
    if (row.revision !== null) return row;
    position += 1;
    return { ...row, position: stored > 0 || byDate ? null : position };
  });
}

function linksPlaced(rows: Row[], { social_links: links }: SiteContent): Row[] {
  let last = Math.max(0, ...links.map(({ display_order: order }) => order ?? 0));
  return rows.map((row) => {
    if (row.revision !== null) return row;
    last += 1;
    return { ...row, display_order: last };
  });
}

function withCategories(plan: Plan, items: PlanItem[], site: SiteContent) {
  const ids = new Map(
    plan.categories.flatMap(({ name, stored }) => (stored ? [[keyOf(name), stored.id]] : [])),
  );
  const added: Row[] = [];
  const idOf = (name: string | null): string | null => {
    if (name === null) return null;
    const key = keyOf(name);
    const known = ids.get(key);
    if (known) return known;
    const id = newId();
    const rank = plan.categories.findIndex((one) => keyOf(one.name) === key);
    const planned = plan.categories[rank];
    const position =
      site.skill_categories.length > 0 ? null : (rank < 0 ? plan.categories.length : rank) + 1;
    const visibility = planned?.visibility ?? "public";
    added.push({ id, revision: null, name: planned?.name ?? name, visibility, position });
    ids.set(key, id);
    return id;
  };
  const positions = new Map<string | null, number>();
  const skills = items.flatMap(({ row, category }): Row[] => {
    if (!row) return [];
    if (row.revision !== null) {
      return [category === undefined ? row : { ...row, category_id: idOf(category) }];
    }
    const categoryId = idOf(category === undefined ? DEFAULT_CATEGORY : category);
    const others = site.skills.filter((skill) => skill.category_id === categoryId).length;
    const position = (positions.get(categoryId) ?? 0) + 1;
    positions.set(categoryId, position);
    return [
      {
        ...row,
        level: row.level ?? kinds.skills.fields.level.default,
        category_id: categoryId,
        position: others > 0 ? null : position,
      },
    ];
  });
  return { categories: added, skills };
}
