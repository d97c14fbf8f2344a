import { formatMonthRange } from "../../../shared/month-range.ts";

/** A month or a whole year, as CV files name them. */
interface CvDate {
  year: number;
  /** 1 to 12; null when only the year is known. */
  month: number | null;
}

/** The columns of a period. */
export interface Period {
  date_range: string | null;
  start_month: string | null;
  end_month: string | null;
}

/**
 * The columns of a period. A year without a month counts from January or to December; its text then
 * has years only.
 * @param start such as "2021-03-15", "2021-03", "2021", "Mar 2021" or "03/2021".
 * @param end the same; empty for a period that continues.
 */
export function toPeriod(start: string, end: string): Period {
  const from = parseDate(start);
  const to = parseDate(end);
  const text = textOf(from, to);
  const startMonth = from && dayOf(from, 1);
  const endMonth = to && dayOf(to, 12);
  const storable = [startMonth, endMonth].every((day) => !day || isStorable(day));
  if (!storable || (startMonth && endMonth && endMonth < startMonth)) {
    return { date_range: text, start_month: null, end_month: null };
  }
  return { date_range: text, start_month: startMonth, end_month: endMonth };
}

/**
 * Reads the text of a period: "Mar 2021 – Present", "2019 – 2021", "2020".
 * @returns ISO dates such as "2021-03" or "2019"; null when the text is something else.
 */
export function parseRange(text: string): { startDate: string; endDate?: string } | null {
  const parts = text.trim().split(/\s*[–—]\s*|\s+-\s+|\s+to\s+|(?<=^\d{4})-(?=\d{4}$)/);
  const start = parseDate(parts[0] ?? "");
  if (!start || parts.length > 2) return null;
  if (parts.length === 1) return { startDate: isoOf(start), endDate: isoOf(start) };
  const last = parts[1] ?? "";
  if (/^(present|now|today|current|ongoing)$/i.test(last)) return { startDate: isoOf(start) };
  const end = parseDate(last);
  if (!end || dayOf(end, 12) < dayOf(start, 1)) return null;
  return { startDate: isoOf(start), endDate: isoOf(end) };
}

function parseDate(text: string): CvDate | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-\d{1,2})?)?(?:T.*)?$/.exec(trimmed);
  if (iso) return dateOf(iso[1], iso[2]);
  const slashed = /^(\d{1,2})[/.](\d{4})$/.exec(trimmed);
  if (slashed) return dateOf(slashed[2], slashed[1]);
  const named = /^([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(trimmed);
  const month = MONTHS.indexOf(named?.[1]?.slice(0, 3).toLowerCase() ?? "");
  return named && month >= 0 ? dateOf(named[2], String(month + 1)) : null;
}

function dateOf(year: string | undefined, month: string | undefined): CvDate | null {
  const date = { year: Number(year), month: month === undefined ? null : Number(month) };
  return date.month !== null && (date.month < 1 || date.month > 12) ? null : date;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The months the database accepts. */
function isStorable(day: string): boolean {
  return day >= "1900" && day < "2200";
}

function dayOf({ year, month }: CvDate, unknownMonth: number): string {
  return `${year}-${twoDigits(month ?? unknownMonth)}-01`;
}

function isoOf({ year, month }: CvDate): string {
  return month === null ? String(year) : `${year}-${twoDigits(month)}`;
}

function textOf(start: CvDate | null, end: CvDate | null): string | null {
  if (!start && !end) return null;
  const same = start && end && isoOf(start) === isoOf(end);
  if (!start || same) return labelOf(end);
  return `${labelOf(start)} – ${end ? labelOf(end) : "Present"}`;
}

function labelOf(date: CvDate | null): string {
  if (!date) return "";
  return date.month === null ? String(date.year) : formatMonthRange(null, dayOf(date, 1));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
