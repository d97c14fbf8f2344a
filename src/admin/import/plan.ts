import type { CvContent } from "../../content/cv/cv-content.ts";
import { textOf } from "../../content/cv/file-values.ts";
import type { ContentRows } from "../../content/cv/own-export.ts";
import { INFO_KEYS, PAGE_KEYS } from "../../content/portfolio.ts";
import { newId } from "../../lib/new-id.ts";
import { plainText } from "../../lib/plain-text.ts";
import { cleanInfo, cvRules, type Sanitizers } from "./cv-rules.ts";
import { COLUMN_NAMES, INFO_NAMES, showValue } from "./import-labels.ts";
import { lacksOf } from "./lacks.ts";
import { addressKey, keyOf, matchEntries } from "./match-entries.ts";
import type { EntryTable, Plan, PlanItem, Row } from "./plan-item.ts";
import { typeAddress } from "./typed-address.ts";

/** The site's content, each list in the order of the site. */
export interface SiteContent extends ContentRows {
  info: { key: string; value: string | null; revision: number }[];
}

/**
 * Compares a file with the site. Nothing is deleted, and what the file leaves empty stays as it is.
 * A file imported before has only entries with the status `same`.
 */
export function planImport(content: CvContent, site: SiteContent, sanitizers: Sanitizers): Plan {
  const categoryOf = new Map(site.categories.map(({ id, name }) => [id, name]));
  const skills = site.skills.map((row) => ({
    ...row,
    category: categoryOf.get(row.category_id ?? "") ?? null,
  }));
  return {
    items: [
      ...planInfo(content.info, site, sanitizers),
      ...planEntries("experience", content.experience, site.experience, timelineKeys, timelineName),
      ...planEntries("education", content.education, site.education, timelineKeys, timelineName),
      ...planEntries("projects", content.projects, site.projects, projectKeys, nameOf),
      ...planEntries("skills", content.skills, skills, skillKeys, nameOf),
      ...planEntries("social_links", content.links, site.links, linkKeys, nameOf),
    ],
    categories: planCategories(content, site),
  };
}

function planInfo(
  info: Record<string, string>,
  site: SiteContent,
  sanitizers: Sanitizers,
): PlanItem[] {
  const keys = [...INFO_KEYS, ...PAGE_KEYS].filter((key) => Object.hasOwn(info, key));
  return keys.map((key): PlanItem => {
    const value = cleanInfo(key, info[key] ?? "", sanitizers);
    const stored = site.info.find((row) => row.key === key);
    const name = INFO_NAMES[key];
    const item = { id: key, table: "personal_info" as const, name, reason: "", lacks: [] };
    if (value === null) {
      const reason = "Its value can't be used here.";
      return { ...item, status: "refused", reason, differences: [], row: null };
    }
    const row = { key, value, revision: stored?.revision ?? null };
    const [mine, theirs] = [stored?.value ?? "", value].map(plainText) as [string, string];
    if (stored?.value === value) return { ...item, status: "same", differences: [], row: null };
    const differences = [{ label: item.name, mine, theirs }];
    return { ...item, status: stored?.value ? "changed" : "added", differences, row };
  });
}

type Keys = readonly ((entry: never) => string)[];
type EntryKey = (entry: object) => string;

function planEntries(
  table: EntryTable,
  incoming: readonly object[],
  stored: readonly (object & { id: string; revision: number })[],
  keys: Keys,
  name: (entry: never) => string,
): PlanItem[] {
  const entries = incoming.map((raw) => ({ raw, checked: cvRules[table].safeParse(raw) }));
  const valid = entries.flatMap(({ checked }) => (checked.success ? [checked.data] : []));
  const columns = Object.keys(cvRules[table].shape).filter((column) => column !== "visibility");
  const wholeEntry = (entry: Record<string, unknown>) =>
    JSON.stringify(columns.map((column) => entry[column] ?? null));
  const found = matchEntries(valid, stored, [wholeEntry, ...keys] as EntryKey[]);
  let index = 0;
  return entries.map(({ raw, checked }): PlanItem => {
    const named = name(raw as never) || "Without a name";
    const item = { id: newId(), table, name: named, lacks: [] };
    if (!checked.success) {
      const reason = checked.error.issues[0]?.message ?? "";
      return { ...item, status: "refused", reason, differences: [], row: null };
    }
    const match = found.get(index++);
    const planned = { ...item, reason: "", ...compare(checked.data, match, item.id) };
    return planned.status === "added" ? withLacks(planned, raw) : planned;
  });
}

function withLacks(item: PlanItem, raw: object): PlanItem {
  const { table, row } = item;
  if (!row) return item;
  const complete = { ...item, lacks: lacksOf(table, row) };
  const needsAddress = table === "projects" && row.live_link === null;
  return needsAddress ? typeAddress(complete, textOf((raw as Row).live_link)) : complete;
}

function compare(
  incoming: Record<string, unknown>,
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
  const differences = changed.map(([column, value]) => ({
    label: COLUMN_NAMES[column] ?? column,
    mine: showValue(column, known[column]),
    theirs: showValue(column, value),
  }));
  const merged = Object.fromEntries(changed.filter(([column]) => column !== "category"));
  const row = { ...merged, id: stored.id, revision: stored.revision };
  const moved = changed.some(([column]) => column === "category");
  return { status: "changed", differences, row, category: moved ? category : undefined };
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

// Names are matched without case, so another case alone is no change.
function isSame(column: string, one: unknown, other: unknown): boolean {
  if (column === "name") return keyOf(String(one)) === keyOf(String(other));
  return JSON.stringify(one) === JSON.stringify(other);
}

function planCategories({ categories }: CvContent, site: SiteContent): Plan["categories"] {
  const stored = new Map(site.categories.map((row) => [keyOf(row.name), row]));
  const listed = new Map(
    categories.flatMap((raw) => {
      const { success, data } = cvRules.skill_categories.safeParse(raw);
      return success ? [[keyOf(data.name), data] as const] : [];
    }),
  );
  return [...new Set([...stored.keys(), ...listed.keys()])].flatMap((key) => {
    const row = stored.get(key) ?? null;
    const name = row?.name ?? listed.get(key)?.name;
    if (!name) return [];
    return [{ name, visibility: listed.get(key)?.visibility ?? "public", stored: row }];
  });
}

interface Timeline {
  title: string;
  organization: string;
  start_month: string | null;
  date_range: string | null;
}

const timelineName = ({ title, organization }: Timeline) =>
  [title, organization].filter(Boolean).join(", ");

const nameOf = ({ name }: { name: string }) => name;

const timelineKeys = [
  ({ title, organization, start_month, date_range }: Timeline) =>
    keyOf(title, organization, start_month ?? date_range),
  ({ title, organization }: Timeline) => keyOf(title, organization),
] as const;

const projectKeys = [
  ({ name }: { name: string }) => keyOf(name),
  ({ live_link }: { live_link: string | null }) => addressKey(live_link ?? ""),
] as const;

const skillKeys = [
  ({ name, category }: { name: string; category?: string | null }) => keyOf(name, category),
  ({ name }: { name: string }) => keyOf(name),
] as const;

const linkKeys = [
  ({ url }: { url: string }) => addressKey(url),
  ({ name }: { name: string }) => keyOf(name),
] as const;
