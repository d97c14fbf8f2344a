import type { KindName } from "../../../shared/content/kind.ts";
import { fieldsOf, kinds, nameOf } from "../../../shared/content/kinds.ts";
import type { CvContent } from "../../content/cv/cv-content.ts";
import { fileColumn } from "../../content/cv/cv-entry.ts";
import { leftIn, textOf } from "../../content/cv/file-values.ts";
import { valueText } from "../../content/value-text.ts";
import { newId } from "../../lib/new-id.ts";
import { librarySlug } from "../../ui/icon-keys.ts";
import { importSchema, type Sanitizers } from "./cv-rules.ts";
import { addressKey, keyOf, matchEntries } from "./match-entries.ts";
import { planInfo } from "./plan-info.ts";
import { LISTED_KINDS, type Plan, type PlanItem, type SiteContent } from "./plan-item.ts";
import { planOrder } from "./plan-order.ts";

/**
 * Compares a file with the site. An import deletes nothing, and values that the file lacks stay. A
 * file that was imported before yields only entries with the status `same`.
 */
export function planImport(content: CvContent, site: SiteContent, sanitizers: Sanitizers): Plan {
  const categoryOf = new Map(site.skill_categories.map(({ id, name }) => [id, name]));
  const skills = site.skills.map((row) => ({
    ...row,
    category: categoryOf.get(row.category_id ?? "") ?? null,
  }));
  const stored = { ...site, skills };
  const items = [
    ...planInfo(content.info, site, sanitizers),
    ...planOrder(content, site),
    ...LISTED_KINDS.flatMap((kind) => planEntries(kind, content[kind], stored[kind])),
  ];
  const ordered = LISTED_KINDS.filter(
    (kind) => site[kind].length === 0 && hasOwnOrder(items.filter((item) => item.kind === kind)),
  );
  return { items, ordered, categories: planCategories(content, site) };
}

/** Whether new entries are in an order other than the default: newest first, skills by level. */
function hasOwnOrder(items: readonly PlanItem[]): boolean {
  const groups = new Map<unknown, Entry[]>();
  for (const { category, row } of items) {
    if (row) groups.set(category, [...(groups.get(category) ?? []), row]);
  }
  // If no entry has a month, entries are added in the file's order.
  const months = items.flatMap(({ row }) => (row && "start_month" in row ? [row.start_month] : []));
  if (months.length > 0 && months.every((month) => month === null)) return false;
  // The default order of categories depends on the levels in them.
  if (groups.size > 1) return true;
  return [...groups.values()].some((rows) =>
    rows.some((row, index) => {
      const next = rows[index + 1];
      return next && isOutOfOrder(row, next);
    }),
  );
}

/** Whether two entries are out of order; without a month, they only fit lists without any. */
function isOutOfOrder(one: Entry, next: Entry): boolean {
  if ("start_month" in one) return String(next.start_month ?? "~") > String(one.start_month ?? "");
  if (!("level" in one)) return false;
  const [level, nextLevel] = [one, next].map((row) => Number(row.level ?? -1)) as [number, number];
  return nextLevel > level || (nextLevel === level && String(next.name) < String(one.name));
}

type Entry = Record<string, unknown>;

function planEntries(
  kind: KindName,
  incoming: readonly object[],
  stored: readonly (object & { id: string; revision: number })[],
): PlanItem[] {
  const rules = importSchema(kind);
  const entries = incoming.map((raw) => ({ raw, checked: rules.safeParse(raw) }));
  const valid = entries.flatMap(({ checked }) => (checked.success ? [checked.data] : []));
  const columns = fieldsOf(kind).flatMap(([column, field]) =>
    field.type === "visibility" || field.type === "order" ? [] : [fileColumn(column, field)],
  );
  const wholeEntry = (entry: Entry) =>
    JSON.stringify(columns.map((column) => entry[column] ?? null));
  const keys = [wholeEntry, ...keysOf(kind)];
  const found = matchEntries(valid, stored, keys as ((entry: object) => string)[]);
  let index = 0;
  return entries.map(({ raw, checked }): PlanItem => {
    const entry = raw as Entry;
    const name = nameOf(kind, entry) || "Without a name";
    const item = { id: newId(), kind, name, missing: [], preview: previewOf(entry) };
    if (!checked.success) {
      const reason = checked.error.issues[0]?.message ?? "";
      const missing = leftIn(entry, [name]);
      return { ...item, missing, status: "refused", reason, differences: [], row: null };
    }
    const match = found.get(index++);
    const planned = { ...item, reason: "", ...compare(kind, checked.data, match, item.id) };
    const isNew = planned.status === "added";
    const missing = [
      ...(isNew && entry.isPrivate ? ["hidden in the file"] : []),
      ...(isNew ? missingIn(kind, checked.data) : []),
      ...leftOut(kind, entry, checked.data),
    ];
    return { ...planned, missing, isOptional: entry.isPrivate === true };
  });
}

/** Texts of an entry, besides its name, that visitors will read. */
function previewOf(entry: Entry): string[] {
  const { category, level_text, date_range, authors, url, live_link, description } = entry;
  const words = entry.skills ?? entry.stack;
  const [line = ""] = String(description ?? "").split("\n");
  const facts = [category, level_text, date_range, authors, url ?? live_link].map(textOf);
  const text = line.replace(/^- /, "") || (Array.isArray(words) ? words.join(", ") : "");
  return [facts.filter(Boolean).join(" · "), text].filter(Boolean);
}

/** Values whose absence visitors would notice. */
function missingIn(kind: KindName, row: Entry): string[] {
  const fields = fieldsOf(kind).flatMap(([column, { whenMissing }]) =>
    whenMissing && row[column] === null ? [whenMissing] : [],
  );
  return [...(kinds[kind].missing?.(row as never) ?? []), ...fields];
}

/** The values of an entry that cannot be stored and are omitted. */
function leftOut(kind: KindName, raw: Entry, row: Entry): string[] {
  return fieldsOf(kind).flatMap(([column, { label }]) => {
    const text = textOf(raw[column]);
    return text && row[column] === null ? [`${label} “${text}” can't be used`] : [];
  });
}

function compare(
  kind: KindName,
  incoming: Entry,
  stored: (object & { id: string; revision: number }) | undefined,
  id: string,
): Pick<PlanItem, "status" | "differences" | "row" | "category"> {
  const { category, ...columns } = incoming as Record<string, unknown> & {
    category?: string | null;
  };
  if (!stored) {
    const row = { ...columns, visibility: columns.visibility ?? "public", id, revision: null };
    return { status: "added", differences: [], row, category };
  }
  const known = stored as Record<string, unknown>;
  const changed = Object.entries(incoming).filter(
    ([column, value]) => isGiven(value) && !isSame(column, value, known[column]),
  );
  if (changed.length === 0) return { status: "same", differences: [], row: null };
  const differences = fieldsOf(kind).flatMap(([name, field]) => {
    const column = fileColumn(name, field);
    const [, value] = changed.find(([one]) => one === column) ?? [];
    if (value === undefined) return [];
    const shown = (one: unknown) => (field.type === "icon" ? iconName(one) : valueText(field, one));
    return { label: field.label, mine: shown(known[column]), theirs: shown(value) };
  });
  const merged = Object.fromEntries(changed.filter(([column]) => column !== "category"));
  const row = { ...merged, id: stored.id, revision: stored.revision };
  const moved = changed.some(([column]) => column === "category");
  return { status: "changed", differences, row, category: moved ? category : undefined };
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

// Names are matched without case, so a difference in case alone is not a change.
function isSame(column: string, one: unknown, other: unknown): boolean {
  if (column === "name") return keyOf(String(one)) === keyOf(String(other));
  return JSON.stringify(one) === JSON.stringify(other);
}

function planCategories(
  { skill_categories: categories }: CvContent,
  site: SiteContent,
): Plan["categories"] {
  const rules = importSchema("skill_categories");
  const stored = new Map(site.skill_categories.map((row) => [keyOf(row.name), row]));
  const listed = new Map(
    categories.flatMap((raw) => {
      const { success, data } = rules.safeParse(raw);
      return success ? [[keyOf(String(data.name)), data] as const] : [];
    }),
  );
  return [...new Set([...stored.keys(), ...listed.keys()])].flatMap((key) => {
    const row = stored.get(key) ?? null;
    const name = row?.name ?? listed.get(key)?.name;
    if (!name) return [];
    const visibility = String(listed.get(key)?.visibility ?? "public");
    return [{ name: String(name), visibility, stored: row }];
  });
}

type Key = (entry: Entry) => string;

const textIn = (entry: Entry, column: string) => entry[column] as string | null | undefined;

const byName: Key = (entry) => keyOf(textIn(entry, "name"));

/** Keys that match an entry of a file with a stored one, from the strictest to the loosest. */
function keysOf(kind: KindName): readonly Key[] {
  // Earlier versions titled a school without a degree "Studies"; now the school is the title.
  const named = (entry: Entry) => {
    const names = new Set(kinds[kind].named.map((column) => textIn(entry, column)));
    return [...names].filter((name) => name !== "Studies");
  };
  const start = (entry: Entry) => textIn(entry, "start_month") ?? textIn(entry, "date_range");
  return (
    KEYS[kind] ?? [
      (entry) => keyOf(...named(entry), start(entry)),
      (entry) => keyOf(...named(entry)),
    ]
  );
}

const KEYS: Partial<Record<KindName, readonly Key[]>> = {
  projects: [byName, (entry) => addressKey(textIn(entry, "live_link") ?? "")],
  skills: [(entry) => keyOf(textIn(entry, "name"), textIn(entry, "category")), byName],
  social_links: [(entry) => addressKey(textIn(entry, "url") ?? ""), byName],
};

function iconName(key: unknown): string {
  return librarySlug(String(key ?? "")) ?? String(key ?? "");
}
