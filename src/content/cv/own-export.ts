import type { KindName } from "../../../shared/content/kind.ts";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import { CV_KEYS } from "../portfolio.ts";
import { type ContentRows, type CvContent, VISIBILITIES, type Visibility } from "./cv-content.ts";
import { fileColumn, readEntry, writeEntry } from "./cv-entry.ts";
import { recordOf, recordsOf, textOf } from "./file-values.ts";

/**
 * The site's own export: the whole content including hidden entries and drafts, in the order of the
 * site. Unlike an archive (docs/archive.md) it contains no accounts, messages or files, and
 * importing it adds to a site instead of replacing it.
 */
export interface OwnExport {
  format: typeof FORMAT;
  version: 1;
  /** ISO date and time. */
  exportedAt: string;
  content: Record<string, unknown>;
}

const FORMAT = "foyer-content";

export function toOwnExport(rows: ContentRows, now: Date): OwnExport {
  const names = new Map<unknown, string>(rows.skill_categories.map(({ id, name }) => [id, name]));
  const info = rows.info.flatMap(({ key, value }) =>
    value && !CV_KEYS.some((one) => one === key) ? [[key, value]] : [],
  );
  const lists = KIND_NAMES.map((name) => [
    partOf(name),
    rows[name].map((row) => ({
      ...writeEntry(name, row, (id) => names.get(id) ?? null),
      visibility: VISIBILITIES.find((one) => one === row.visibility) ?? "public",
    })),
  ]);
  return {
    format: FORMAT,
    version: 1,
    exportedAt: now.toISOString(),
    content: { info: Object.fromEntries(info), ...Object.fromEntries(lists) },
  };
}

/** Whether parsed JSON is an export of this format, of any version. */
export function isOwnExport(file: Record<string, unknown>): boolean {
  return file.format === FORMAT;
}

/** Reads an export. Values of an unexpected type count as missing. */
export function fromOwnExport(file: Record<string, unknown>): CvContent {
  const content = recordOf(file.content);
  const info = Object.entries(recordOf(content.info)).map(([key, value]) => [key, textOf(value)]);
  const lists = KIND_NAMES.map((name) => [
    name,
    recordsOf(content[partOf(name)]).map((item) => ({
      ...readEntry(name, (column, field) => item[fileColumn(column, field)]),
      visibility: readVisibility(item.visibility),
    })),
  ]);
  return {
    info: Object.fromEntries(info.filter(([, value]) => value !== "")),
    ...Object.fromEntries(lists),
    isOwn: true,
    notes: [],
  };
}

/** The key of a kind's entries in the file. */
function partOf(name: KindName): string {
  return name === "skill_categories" ? "categories" : name === "social_links" ? "links" : name;
}

// Entries with an unreadable visibility stay unpublished.
function readVisibility(value: unknown): Visibility {
  if (value === undefined) return "public";
  return VISIBILITIES.find((one) => one === value) ?? "hidden";
}
