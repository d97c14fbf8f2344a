import { formatMonthRange } from "../../../shared/month-range.ts";
import { onceFor } from "../../lib/once.ts";

/** A month, a whole year, or a part of a year such as a season, as written in CV files. */
interface CvDate {
  year: number;
  /** 1 to 12; equal to `last` for a month. */
  first: number;
  last: number;
  /** Text that the page shows. */
  label: string;
}

/** The columns that store a period. */
export interface Period {
  date_range: string | null;
  start_month: string | null;
  end_month: string | null;
}

/** How the dates of one file are read, and the findings that the import's review shows. */
export interface DateReading {
  /** Whether "01/02/2019" is in February. */
  dayFirst: boolean;
  /** Whether any date of the file depends on `dayFirst`. */
  isAmbiguous: boolean;
  /** The order that a date such as "31/12/2019" proves; null if no date proves one. */
  shown: boolean | null;
  /** The numeric dates of the file with their interpretations. */
  numeric: Map<string, string>;
  /** Dates whose day was dropped. */
  withDay: Set<string>;
  /** Texts that could not be read as dates. */
  unread: Set<string>;
  /** Periods that end before they begin. */
  reversed: Set<string>;
  /** Texts that contain several periods. */
  several: Set<string>;
  /** Periods that end in the future. */
  future: Set<string>;
  /** Whether periods that end in the future are stored as ongoing. */
  endsOpen: boolean;
}

/** The owner's decisions about the dates of a file. */
export type DateOptions = Partial<Pick<DateReading, "dayFirst" | "endsOpen">>;

export function createReading({
  dayFirst = true,
  endsOpen = false,
}: DateOptions = {}): DateReading {
  const texts = () => new Set<string>();
  return {
    ...{ dayFirst, endsOpen, isAmbiguous: false, shown: null, numeric: new Map() },
    ...{ withDay: texts(), unread: texts(), reversed: texts(), several: texts(), future: texts() },
  };
}

/**
 * The columns of a period. A year without a month starts in January or ends in December, and is
 * shown without months. An unreadable date is kept as text.
 * @param start such as "2021-03-15", "2021", "Mar 2021", "03/2021", "01/02/2019" or "Summer 2019";
 * or the whole period, such as "2003 - 2005", with an empty or equal `end`.
 * @param end in the same formats; empty for an ongoing period.
 */
export function toPeriod(start: string, end: string, reading = createReading()): Period {
  const isWhole = start.trim() !== "" && (end === "" || end === start) && !parse(start);
  const ends = isWhole ? endsOf(start) : null;
  if (isWhole && !ends) return severalPeriods(start, reading) ?? periodOf([start, end], reading);
  return periodOf(ends ?? [start, end], reading);
}

function periodOf(ends: readonly [string, string], reading: DateReading): Period {
  const [start, end] = ends.map((one) => one.trim()) as [string, string];
  const [from, to] = [start, PRESENT.test(end) ? "" : end].map((text) => ({
    text: text || null,
    date: parseDate(text, reading),
  })) as [Written, Written];
  const text = textOf(from, to);
  const asText = { date_range: text, start_month: null, end_month: null };
  if ([from, to].some((one) => one.text && !one.date)) return asText;
  const [start_month, end_month] = [monthIn(from, "first"), monthIn(to, "last")];
  if (start_month && end_month && end_month < start_month) {
    reading.reversed.add(text ?? "");
    return asText;
  }
  if (isFuture(from, to)) {
    reading.future.add(text ?? "");
    if (reading.endsOpen) return periodOf([start, ""], reading);
  }
  const isStored = [start_month, end_month].every((day) => !day || isStorable(day));
  return isStored ? { date_range: text, start_month, end_month } : asText;
}

interface Written {
  text: string | null;
  date: CvDate | null;
}

function monthIn({ date }: Written, end: "first" | "last"): string | null {
  return date && dayOf(date, end);
}

/** Whether a period ends in the future. The current year does not count, nor does a single date. */
function isFuture(from: Written, { date }: Written): boolean {
  if (!date || monthIn(from, "first") === dayOf(date, "first")) return false;
  return Date.UTC(date.year, date.first - 1) > Date.now();
}

/**
 * Returns the period from the first start to the last end; null for a text that is not a list of
 * periods.
 */
function severalPeriods(text: string, reading: DateReading): Period | null {
  const parts = text.split(/\s*(?:[,;&\n]|\s(?:and|und|et|y|e)\s)\s*/).filter(Boolean);
  const all = parts.map((part) => {
    return periodOf(endsOf(part) ?? [part, part], createReading(reading));
  });
  const starts = all.flatMap(({ start_month }) => start_month ?? []).sort();
  if (parts.length < 2 || starts.length < parts.length) return null;
  reading.several.add(text);
  const ends = all.flatMap(({ end_month }) => end_month ?? []).sort();
  return {
    date_range: all.map(({ date_range }) => date_range).join(", "),
    start_month: starts[0] ?? null,
    end_month: ends.length === all.length ? (ends.at(-1) ?? null) : null,
  };
}

/**
 * Reads the text of a period: "Mar 2021 – Present", "2019 – 2021", "2020".
 * @returns ISO dates such as "2021-03" or "2019"; null when the text is something else.
 */
// A page shows each of its periods several times, and again after every edit.
export const parseRange = onceFor(readRange, 5000);

type DateRange = Readonly<{ startDate: string; endDate?: string }>;

function readRange(text: string): DateRange | null {
  const ends = parse(text) ? [text, text] : endsOf(text);
  if (!ends) return null;
  const reading = createReading();
  const [start, end] = ends.map((one) => parseDate(one, reading));
  if (!start || reading.isAmbiguous || !isExact(start)) return null;
  if (PRESENT.test(ends[1] ?? "")) return { startDate: isoOf(start) };
  if (!end || !isExact(end) || dayOf(end, "last") < dayOf(start, "first")) return null;
  return { startDate: isoOf(start), endDate: isoOf(end) };
}

/** Start and end of "2003 - 2005", "from May 2003 to date", "since 2019" or "2019/20". */
function endsOf(text: string): [string, string] | null {
  const since = /^(?:since|seit|ab|depuis|dès|desde|dal|sinds)\s+(.+)$/i.exec(text.trim())?.[1];
  if (since && parse(since)) return [since, "Present"];
  const whole = text.trim().replace(/^(?:from|von|vom|du|de|dal|da|del|desde)\s+/i, "");
  const [, century, year, next] = /^(\d\d)(\d\d)\s*[-/–]\s*(\d\d)$/.exec(whole) ?? [];
  const parts = century ? [`${century}${year}`, `${century}${next}`] : whole.split(BETWEEN);
  const [first = "", end = ""] = parts;
  // Such as "June – August 2019": the start has the year of the end.
  const start = parse(first) ? first : `${first} ${/\d{4}/.exec(end)?.[0]}`;
  const isPeriod = parts.length === 2 && parse(start) && (parse(end) || PRESENT.test(end));
  return isPeriod ? [start, end] : null;
}

/** Matches the text between the two dates of a period. */
const BETWEEN =
  /\s*(?:[–—→~]|--+)\s*|\s+-\s*|\s*-\s+|\s+(?:to|until|till|through|bis|zu|à|au|a|al|ad|hasta|até|tot|t\/m)\s+|(?<=\d{4})-(?=\d{4}$|\p{L})|(?<=^(?:\d{1,2}[./])?\d{1,2}[./]\d{4})-|(?<=^\d{4}(?:-\d\d)?)\s*\/\s*(?=\d{4})/iu;

const PRESENT =
  /^(?:(?:until |till |up to |to |bis |jusqu['’]à |à |hasta |a |ad |fino a )?(?:present|the present|now|today|date|current|currently|ongoing|heute|jetzt|dato|laufend|derzeit|aktuell|gegenwart|aujourd['’]hui|présent|ce jour|maintenant|actuel|actuellement|en cours|presente|la actualidad|actual|actualidad|actualmente|hoy|el presente|en curso|oggi|attuale|attualmente|in corso|atual|heden|nu)|9999(?:-\d\d-\d\d)?|\.\.\.|…)$/i;

/** Parses a date without recording findings. */
const parse = (text: string) => parseDate(text, createReading());

function parseDate(text: string, reading: DateReading): CvDate | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const inNumbers = parseIso(trimmed) ?? parseNumeric(trimmed, reading);
  const date = inNumbers ?? parseNamed(trimmed) ?? parsePart(trimmed);
  if (!date && !PRESENT.test(trimmed)) reading.unread.add(trimmed);
  const numbers = trimmed.replace(/T\d.*$/, "").match(/\d+/g)?.length ?? 0;
  const isMonth = date?.first === date?.last;
  if (date && isMonth && numbers > (inNumbers ? 2 : 1)) reading.withDay.add(trimmed);
  return date;
}

/** "2021", "2021-03", "2021/03/15", "2021-W03", "2021年3月". */
function parseIso(text: string): CvDate | null {
  const week = /^(\d{4})-?W(\d\d)(?:-?\d)?$/i.exec(text);
  if (week) {
    const year = Number(week[1]);
    // January 4 is always in week 1; the week counts by its Thursday.
    const day = 8 - (new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7) + (Number(week[2]) - 1) * 7;
    return monthOf(year, new Date(Date.UTC(year, 0, day)).getUTCMonth() + 1);
  }
  const found =
    /^(\d{4})(?:([-/.年년]) ?(\d{1,2})(?:\2\d{1,2}|[月월](?: ?\d{1,2}[日일])?)?)?(?:T[\d:.]+(?:Z|[+-][\d:]+)?|[年년])?$/.exec(
      text,
    );
  if (!found) return null;
  const year = Number(found[1]);
  return found[3]
    ? monthOf(year, Number(found[3]))
    : { year, first: 1, last: 12, label: `${year}` };
}

/** "03/2021", "12.2020", "31.12.2020", "01/02/2019"; with dots, the day comes first. */
function parseNumeric(text: string, reading: DateReading): CvDate | null {
  const found = /^(?:(\d{1,2})([-/.]) ?)?(\d{1,2})[-/.] ?(\d{4})$/.exec(text);
  if (!found) return null;
  const [first, second] = [Number(found[1] ?? found[3]), Number(found[3])];
  const isClear = first === second || found[2] === "." || first > 12 || second > 12;
  if (!isClear) reading.isAmbiguous = true;
  else if (found[2] !== "." && first !== second) reading.shown = first > 12;
  const dayFirst = isClear ? second <= 12 : reading.dayFirst;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const date = day > 31 ? null : monthOf(Number(found[4]), month);
  if (date) reading.numeric.set(text, date.label);
  return date;
}

/** "Mar 2021", "March 15, 2021", "15. März 2021", "enero de 2021", "2021 March". */
function parseNamed(text: string): CvDate | null {
  const found =
    /^(?:\d{1,2}(?:\.|st|nd|rd|th)?\s+)?(?:de\s+)?(\p{L}[\p{L}\p{M}]*)\.?,?[\s/-]+(?:de\s+)?(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(\d{4})(?:\s*г\.)?$/iu.exec(
      text,
    );
  const [, year, name] = /^(\d{4}),?[\s/-]+(\p{L}+)\.?$/u.exec(text) ?? [];
  const month = MONTHS.get(plain(found?.[1] ?? name ?? ""));
  return month ? monthOf(Number(found?.[2] ?? year), month) : null;
}

/** "Summer 2019", "Q3 2019": the text is shown, and its months are used for sorting. */
function parsePart(label: string): CvDate | null {
  const [, name = "", year] = /^(\p{L}+|Q[1-4])[\s/-]+(\d{4})$/iu.exec(label) ?? [];
  const first = PARTS.find((names) => names.test(plain(name)));
  if (!first) return null;
  const start = 1 + PARTS.indexOf(first) * 3;
  // A winter spans two years.
  const isWinter = start === 1 && !/^q/i.test(name);
  const months = isWinter ? { first: 1, last: 12 } : { first: start, last: start + 2 };
  return { year: Number(year), ...months, label };
}

/** Names of the quarters and of the seasons that roughly match them. */
const PARTS = [
  /^(q1|winter|hiver|invierno|inverno)$/,
  /^(q2|spring|fruhling|fruhjahr|printemps|primavera|lente|voorjaar)$/,
  /^(q3|summer|sommer|ete|verano|estate|verao|zomer)$/,
  /^(q4|fall|autumn|herbst|automne|otono|autunno|outono|herfst|najaar)$/,
];

/** Full and short month names, including those used in dates, in languages common in CVs. */
const MONTHS = new Map(
  "en de fr es it pt nl sv da nb pl cs ru uk tr fi ro hu ca".split(" ").flatMap((language) =>
    (["long", "short"] as const).flatMap((month) =>
      [{ month }, { month, day: "numeric" as const }].flatMap((options) => {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
        return Array.from({ length: 12 }, (_, index) => {
          const parts = format.formatToParts(Date.UTC(2021, index));
          const name = parts.find(({ type }) => type === "month")?.value ?? "";
          return [plain(name), index + 1] as const;
        });
      }),
    ),
  ),
).set("sept", 9);

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase();
}

function monthOf(year: number, month: number): CvDate | null {
  if (month < 1 || month > 12) return null;
  const date = { year, first: month, last: month };
  return { ...date, label: formatMonthRange(null, dayOf(date, "first")) };
}

/** Whether the date is a month or a year, not another part of one. */
function isExact({ first, last }: CvDate): boolean {
  return first === last || last - first === 11;
}

/** Whether the database accepts the month. */
function isStorable(day: string): boolean {
  return day >= "1900" && day < "2200";
}

function dayOf(date: Omit<CvDate, "label">, end: "first" | "last"): string {
  return `${String(date.year).padStart(4, "0")}-${String(date[end]).padStart(2, "0")}-01`;
}

function isoOf(date: CvDate): string {
  return dayOf(date, "first").slice(0, date.first === date.last ? 7 : 4);
}

function textOf(from: Written, to: Written): string | null {
  const [start, end] = [from, to].map(({ date, text }) => date?.label ?? text) as [string, string];
  if (!start || start === end) return end;
  return from.date || end ? `${start} – ${end ?? "Present"}` : start;
}
