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

/** How the dates of one file are read, and what the review of an import says about them. */
export interface DateReading {
  /** Whether "01/02/2019" is in February. */
  dayFirst: boolean;
  /** Whether a date of the file depends on it. */
  isAmbiguous: boolean;
  /** Whether a date such as "31/12/2019" shows that it is so; null without one. */
  shown: boolean | null;
  /** How dates in numbers were read, by their text. */
  numeric: Map<string, string>;
  /** Dates whose day is left out. */
  withDay: Set<string>;
  /** Texts that are not dates. */
  unread: Set<string>;
}

export function createReading(dayFirst = true): DateReading {
  const found = { numeric: new Map(), withDay: new Set<string>(), unread: new Set<string>() };
  return { dayFirst, isAmbiguous: false, shown: null, ...found };
}

/**
 * The columns of a period. A year without a month counts from January or to December; its text then
 * has years only. A date that cannot be read is kept as text.
 * @param start such as "2021-03-15", "2021", "Mar 2021", "15 mars 2021", "03/2021" or "01/02/2019".
 * @param end the same; empty for a period that continues.
 */
export function toPeriod(start: string, end: string, reading = createReading()): Period {
  const [from, to] = [start, PRESENT.test(end.trim()) ? "" : end].map((text) => ({
    text: text.trim(),
    date: parseDate(text, reading),
  })) as [Written, Written];
  const text = textOf(from, to);
  const startMonth = from.date && dayOf(from.date, 1);
  const endMonth = to.date && dayOf(to.date, 12);
  const isRead = [from, to].every((one) => one.text === "" || one.date);
  const storable = [startMonth, endMonth].every((day) => !day || isStorable(day));
  if (!isRead || !storable || (startMonth && endMonth && endMonth < startMonth)) {
    return { date_range: text, start_month: null, end_month: null };
  }
  return { date_range: text, start_month: startMonth, end_month: endMonth };
}

interface Written {
  text: string;
  date: CvDate | null;
}

/**
 * Reads the text of a period: "Mar 2021 – Present", "2019 – 2021", "2020".
 * @returns ISO dates such as "2021-03" or "2019"; null when the text is something else.
 */
export function parseRange(text: string): { startDate: string; endDate?: string } | null {
  const parts = text.trim().split(/\s*[–—]\s*|\s+-\s+|\s+to\s+|(?<=^\d{4})-(?=\d{4}$)/);
  const reading = createReading();
  const start = parseDate(parts[0] ?? "", reading);
  const last = parts[1] ?? "";
  const end = parseDate(last, reading);
  if (!start || parts.length > 2 || reading.isAmbiguous) return null;
  if (parts.length === 1) return { startDate: isoOf(start), endDate: isoOf(start) };
  if (PRESENT.test(last)) return { startDate: isoOf(start) };
  if (!end || dayOf(end, 12) < dayOf(start, 1)) return null;
  return { startDate: isoOf(start), endDate: isoOf(end) };
}

const PRESENT =
  /^(present|now|today|current|currently|ongoing|heute|jetzt|aujourd['’]hui|présent|actuel|presente|actual|actualidad|oggi|attuale)$/i;

function parseDate(text: string, reading: DateReading): CvDate | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const date = parseIso(trimmed) ?? parseNumeric(trimmed, reading) ?? parseNamed(trimmed);
  if (!date && !PRESENT.test(trimmed)) reading.unread.add(trimmed);
  if (date && hasDay(trimmed)) reading.withDay.add(trimmed);
  return date;
}

/** Whether a date that could be read has more numbers than those of its month and year. */
function hasDay(text: string): boolean {
  const date = text.replace(/T\d.*$/, "");
  return date.match(/\d+/g)?.length === (/\p{L}/u.test(date) ? 2 : 3);
}

function parseIso(text: string): CvDate | null {
  const found = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2\d{1,2})?)?(?:T.*)?$/.exec(text);
  return found && dateOf(found[1], found[3]);
}

/** "03/2021", "12.2020", "31.12.2020", "01/02/2019"; the day is first where a file has dots. */
function parseNumeric(text: string, reading: DateReading): CvDate | null {
  const found = /^(?:(\d{1,2})([-/.]))?(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (!found) return null;
  const [first, second] = [Number(found[1] ?? found[3]), Number(found[3])];
  const isClear = first === second || found[2] === "." || first > 12 || second > 12;
  if (!isClear) reading.isAmbiguous = true;
  else if (found[2] !== "." && first !== second) reading.shown = first > 12;
  const dayFirst = isClear ? second <= 12 : reading.dayFirst;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const date = day > 31 ? null : dateOf(found[4], String(month));
  if (date) reading.numeric.set(text, labelOf(date));
  return date;
}

/** "Mar 2021", "March 15, 2021", "15. März 2021", "enero de 2021". */
function parseNamed(text: string): CvDate | null {
  const found =
    /^(?:\d{1,2}\.?\s+)?(?:de\s+)?(\p{L}+)\.?,?\s+(?:de\s+)?(?:\d{1,2},?\s+)?(\d{4})$/u.exec(text);
  const month = found && MONTHS.get(plain(found[1] ?? ""));
  return month ? dateOf(found?.[2], String(month)) : null;
}

/** Months by their names and short names in the languages that CVs are often in. */
const MONTHS = new Map(
  ["en", "de", "fr", "es", "it", "pt", "nl"].flatMap((language) =>
    (["long", "short"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index) => {
        return [plain(format.format(Date.UTC(2021, index))), index + 1] as const;
      });
    }),
  ),
).set("sept", 9);

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase();
}

function dateOf(year: string | undefined, month: string | undefined): CvDate | null {
  const date = { year: Number(year), month: month === undefined ? null : Number(month) };
  return date.month !== null && (date.month < 1 || date.month > 12) ? null : date;
}

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

function textOf(start: Written, end: Written): string | null {
  const [from, to] = [start, end].map(({ date, text }) => (date ? labelOf(date) : text)) as [
    string,
    string,
  ];
  if (!from || from === to) return to || null;
  return `${from} – ${to || "Present"}`;
}

function labelOf(date: CvDate): string {
  return date.month === null ? String(date.year) : formatMonthRange(null, dayOf(date, 1));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
