import type { AnyField, KindName, Row } from "../../../shared/content/kind.ts";
import { fieldsOf, kinds } from "../../../shared/content/kinds.ts";
import { formatMonthRange } from "../../../shared/month-range.ts";
import { safeHref } from "../../lib/safe-url.ts";
import type { CvEntry } from "./cv-content.ts";
import { type DateReading, type Period, parseRange, toPeriod } from "./cv-dates.ts";
import { textOf, textOrNull, textsOrNull } from "./file-values.ts";
import type { ResumeEntry } from "./resume.ts";

/**
 * An entry with a file's values for its columns.
 * @param valueIn returns values of any type; a value that does not match the column's type counts
 * as missing.
 */
export function readEntry<Name extends KindName>(
  name: Name,
  valueIn: (column: string, field: AnyField) => unknown,
  dates?: DateReading,
): CvEntry<Name> {
  const columns = fieldsOf(name).flatMap(([column, field]) =>
    isInFiles(field)
      ? [[fileColumn(column, field), read(field, valueIn(column, field), dates)]]
      : [],
  );
  return Object.fromEntries(columns);
}

/** Writes a row in the columns of a file, without its visibility. */
export function writeEntry(
  name: KindName,
  row: object,
  categoryOf: (id: unknown) => string | null,
): Record<string, unknown> {
  const values = row as Record<string, unknown>;
  const columns = fieldsOf(name).flatMap(([column, field]) => {
    const value = field.type === "category" ? categoryOf(values[column]) : values[column];
    return isInFiles(field) ? [[fileColumn(column, field), value]] : [];
  });
  return Object.fromEntries(columns);
}

function isInFiles({ type }: AnyField): boolean {
  return type !== "order" && type !== "visibility";
}

/** The column's name in a file, which contains the name of a skill's category instead of its id. */
export function fileColumn(column: string, { type }: AnyField): string {
  return type === "category" ? "category" : column;
}

function read(field: AnyField, value: unknown, dates?: DateReading): unknown {
  const missing = field.required && !isNullable(field) ? "" : null;
  switch (field.type) {
    case "words":
      return textsOrNull(value);
    case "number":
      return typeof value === "number" ? value : null;
    case "month":
      return MONTH.test(textOf(value))
        ? textOf(value)
        : toPeriod(textOf(value), textOf(value), dates).start_month;
    case "link":
      return webAddress(textOf(value)) || missing;
    case "text":
      return textOf(value) || missing;
    case "flag":
      return typeof value === "boolean" ? value : undefined;
    default:
      field.type satisfies "picture" | "icon" | "category" | "order" | "visibility";
      return textOrNull(value);
  }
}

const MONTH = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-01$/;

/** Whether an import may store an entry without this value, although the editor requires it. */
export function isNullable(field: AnyField): boolean {
  return field.type === "link" && field.none !== undefined;
}

/**
 * Fills a missing title from the organization or the reverse; null if both are missing. A school
 * without a degree is its own title, and so is an entry without an employer.
 */
export function withName<Name extends KindName>(
  name: Name,
  entry: CvEntry<Name>,
): CvEntry<Name> | null {
  const columns = entry as Record<string, unknown>;
  const [first = "", second = ""] = kinds[name].named;
  const title = columns[first] || columns[second];
  if (!title) return null;
  const other = isRequired(name, second) && !columns[second] ? { [second]: title } : {};
  return { ...entry, [first]: title, ...other };
}

function isRequired(name: KindName, column: string): boolean {
  return fieldsOf(name).some(([one, { required }]) => one === column && required !== undefined);
}

/** Completes an address without a scheme to a web address, and a DOI to its URL on doi.org. */
export function webAddress(text: string): string {
  if (/^10\.\d{4,}\//.test(text)) return `https://doi.org/${text}`;
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(text) ? `https://${text}` : text;
}

/** The columns of an entry with a single date. */
export function onlyDate({ start_month, date_range }: Period): Omit<Period, "end_month"> {
  return { start_month, date_range };
}

/** A row as an entry of a JSON Resume, without its empty values. */
export function toResumeEntry<Name extends KindName>(
  name: Name,
  row: Pick<Row<Name>, never>,
): ResumeEntry {
  const values = row as Record<string, unknown>;
  const { foyer: period, ...entry }: ResumeEntry = "date_range" in row ? datesOf(name, values) : {};
  const foyer = { ...period };
  const isOwnTitle =
    isRequired(name, "organization") && values.title === values.organization && !values.area;
  for (const [column, field] of fieldsOf(name)) {
    const [key] = keysOf(field);
    const value = field.type === "link" ? safeHref(values[column] as string) : values[column];
    // A title that an import copied from the organization is not exported.
    const isNamed = isOwnTitle && column === "title";
    if (key === undefined || isNamed) continue;
    if (key.startsWith(OWN)) foyer[key.slice(OWN.length)] = value;
    else if (isSplit(field)) {
      const { summary, highlights } = splitBullets(String(value ?? ""));
      Object.assign(entry, { [key]: summary, highlights });
    } else entry[key] = value;
  }
  return given({ ...entry, foyer: given(foyer) });
}

export const OWN = "foyer.";

export function keysOf({ resume = [] }: AnyField): readonly string[] {
  return typeof resume === "string" ? [resume] : resume;
}

/** Whether the field is a text with paragraphs and lists. */
export function isLong(field: AnyField): boolean {
  return field.type === "text" && field.rows !== undefined;
}

/** Whether the format splits the field into a text and a list. */
function isSplit(field: AnyField): boolean {
  return isLong(field) && /^(summary|description)$/.test(keysOf(field)[0] ?? "");
}

function datesOf(name: KindName, row: Record<string, unknown>): ResumeEntry {
  const { resumeDate } = kinds[name];
  if (!resumeDate) return toDates(row);
  const { startDate, foyer } = toDates({ ...row, end_month: row.start_month });
  return { [resumeDate]: startDate, ...(foyer && { foyer }) };
}

/** The dates of a period, with its text if the dates do not express it. */
function toDates(row: Record<string, unknown>): ResumeEntry {
  const [start, end, text] = [row.start_month, row.end_month, row.date_range].map(textOrNull);
  if (!start && !end) {
    const found = text ? parseRange(text) : null;
    return { ...found, foyer: { dateRange: text, textOnly: found ? true : undefined } };
  }
  const written = text === formatMonthRange(start ?? null, end ?? null);
  return {
    startDate: start?.slice(0, 7),
    endDate: end?.slice(0, 7),
    foyer: { dateRange: written ? undefined : text },
  };
}

/** The object without its empty values. */
export function given<T extends object>(value: T): Partial<T> {
  const isEmpty = (one: unknown) =>
    one === undefined ||
    one === null ||
    one === "" ||
    (typeof one === "object" && Object.keys(one).length === 0);
  const entries = Object.entries(value).filter(([, one]) => !isEmpty(one));
  return Object.fromEntries(entries) as Partial<T>;
}

/** A description split into text and the list at its end, whose lines start with "- ". */
interface SplitDescription {
  summary: string;
  highlights: string[];
}

/** Splits a description; one with lists between paragraphs stays whole. */
function splitBullets(description: string): SplitDescription {
  const lines = description.split("\n");
  const first = lines.findIndex((line) => line.startsWith(BULLET));
  if (first < 0) return { summary: description, highlights: [] };
  const split = {
    summary: lines.slice(0, first).join("\n"),
    highlights: lines.slice(first).map((line) => line.replace(BULLET, "")),
  };
  return joinBullets(split) === description ? split : { summary: description, highlights: [] };
}

/** Joins text and list to a description. */
export function joinBullets({ summary, highlights }: SplitDescription): string {
  const list = highlights.map((text) => `${BULLET}${text.replaceAll("\n", " ")}`);
  return [...(summary ? [summary] : []), ...list].join("\n");
}

const BULLET = "- ";
