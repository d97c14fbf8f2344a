import type { AnyField, KindName, Row } from "../../../shared/content/kind.ts";
import { fieldsOf, kinds } from "../../../shared/content/kinds.ts";
import { formatMonthRange } from "../../../shared/month-range.ts";
import { safeHref } from "../../lib/safe-url.ts";
import type { CvEntry } from "./cv-content.ts";
import { type DateReading, type Period, parseRange, toPeriod } from "./cv-dates.ts";
import { textOf, textOrNull, textsOrNull } from "./file-values.ts";
import type { ResumeEntry } from "./resume.ts";

/**
 * An entry with the values that a file has for its columns.
 * @param valueIn of any type; what is not of the column's type counts as missing.
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

/** A row in the columns that a file has, without its visibility. */
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

/** A file names a skill's category. */
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

/** Whether an entry may be without a value that its editor asks for. */
export function isNullable(field: AnyField): boolean {
  return field.type === "link" && field.none !== undefined;
}

/**
 * An entry with a title and an organization where one of them is missing; null without both. A school
 * without a degree is its own title, as is what has no employer.
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

/** An address typed without a scheme is a web address; a DOI is one of doi.org. */
export function webAddress(text: string): string {
  if (/^10\.\d{4,}\//.test(text)) return `https://doi.org/${text}`;
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(text) ? `https://${text}` : text;
}

/** The columns of an entry with one date. */
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
    // An entry that an import has named after its organization has no title.
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

/** A text with paragraphs and lists. */
export function isLong(field: AnyField): boolean {
  return field.type === "text" && field.rows !== undefined;
}

/** One that the format has as a text and a list. */
function isSplit(field: AnyField): boolean {
  return isLong(field) && /^(summary|description)$/.test(keysOf(field)[0] ?? "");
}

function datesOf(name: KindName, row: Record<string, unknown>): ResumeEntry {
  const { resumeDate } = kinds[name];
  if (!resumeDate) return toDates(row);
  const { startDate, foyer } = toDates({ ...row, end_month: row.start_month });
  return { [resumeDate]: startDate, ...(foyer && { foyer }) };
}

/** The dates of a period, and what they do not express: a text of its own. */
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

/** A description as its text and its list: the lines at its end that start with "- ". */
interface SplitDescription {
  summary: string;
  highlights: string[];
}

/** Splits a description; one with lists between its paragraphs stays whole. */
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

/** The description of a text and a list. */
export function joinBullets({ summary, highlights }: SplitDescription): string {
  const list = highlights.map((text) => `${BULLET}${text.replaceAll("\n", " ")}`);
  return [...(summary ? [summary] : []), ...list].join("\n");
}

const BULLET = "- ";
