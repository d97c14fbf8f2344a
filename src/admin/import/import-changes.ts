import type { KindName } from "../../../shared/content/kind.ts";
import type { CvContent } from "../../content/cv/cv-content.ts";
import { newId } from "../../lib/new-id.ts";
import { keyOf } from "./match-entries.ts";
import { LISTED_KINDS, type Plan, type PlanItem, type Row, type SiteContent } from "./plan-item.ts";

/** The rows of `import_content`, by table. */
export type ImportChanges = Partial<Record<KindName | "personal_info", Row[]>>;

/** Category for imported skills when the file has no categories. */
const DEFAULT_CATEGORY = "Skills";

/**
 * The rows to write for the chosen entries, including the categories that their skills need.
 * @param kept kinds that keep the file's order, if the site's list is empty; all others get the
 * default order.
 */
export function toChanges(
  { plan, chosen, kept }: { plan: Plan; chosen: ReadonlySet<string>; kept: ReadonlySet<KindName> },
  site: SiteContent,
): ImportChanges {
  const items = plan.items.filter(({ id, row }) => row !== null && chosen.has(id));
  const of = (kind: PlanItem["kind"]) => items.filter((item) => item.kind === kind);
  const rows = (kind: PlanItem["kind"]) =>
    of(kind).flatMap(({ row, withRow }) => [row ?? [], withRow ?? []].flat());
  const { categories, skills } = withCategories(plan, of("skills"), {
    site,
    keepsOrder: kept.has("skills"),
  });
  const lists = LISTED_KINDS.map((kind) => {
    if (kind === "skills") return [kind, skills];
    if (kind === "social_links") return [kind, linksPlaced(rows(kind), site)];
    return [kind, kept.has(kind) && site[kind].length === 0 ? placed(rows(kind)) : rows(kind)];
  });
  const changes = [["personal_info", rows("info")], ["skill_categories", categories], ...lists];
  return Object.fromEntries(changes.filter(([, list]) => list && list.length > 0));
}

/**
 * The kinds whose order is taken from the file by default: in an export of this program, whose
 * order was chosen, every kind in `ordered`; in other files only skills, which have no dates.
 */
export function keptAtFirst(content: CvContent, { ordered }: Plan): ReadonlySet<KindName> {
  return new Set(ordered.filter((name) => content.isOwn || name === "skills"));
}

function placed(rows: Row[]): Row[] {
  return rows.map((row, index) => ({ ...row, position: index + 1 }));
}

function linksPlaced(rows: Row[], { social_links: links }: SiteContent): Row[] {
  let last = Math.max(0, ...links.map(({ display_order: order }) => order ?? 0));
  return rows.map((row) => {
    if (row.revision !== null) return row;
    last += 1;
    return { ...row, display_order: last };
  });
}

function withCategories(
  plan: Plan,
  items: PlanItem[],
  { site, keepsOrder }: { site: SiteContent; keepsOrder: boolean },
) {
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
    const isPlaced = keepsOrder && site.skill_categories.length === 0;
    const position = isPlaced ? (rank < 0 ? plan.categories.length : rank) + 1 : null;
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
        category_id: categoryId,
        position: keepsOrder && others === 0 ? position : null,
      },
    ];
  });
  return { categories: added, skills };
}
