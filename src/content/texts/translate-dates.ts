import { onceFor } from "../../lib/once.ts";
import { parseRange } from "../cv/cv-dates.ts";
import { en, type PageTexts } from "./en.ts";

/**
 * Writes a period in the page's language: "Mar 2021 – Present", or "From Jan 2027" before it
 * begins. Only the formats of the database and imports are translated; other texts are the owner's.
 * @param now an ISO date.
 */
export function translateDates(
  text: string,
  texts: PageTexts,
  now = new Date().toISOString(),
): string {
  const range = parseRange(text);
  if (!range || formatRange(range, en) !== text) return text;
  const { startDate, endDate } = range;
  const isAhead = !endDate && startDate > now.slice(0, startDate.length);
  return isAhead ? texts.from(formatDate(startDate, texts.language)) : formatRange(range, texts);
}

type Range = NonNullable<ReturnType<typeof parseRange>>;

function formatRange({ startDate, endDate }: Range, { language, present }: PageTexts): string {
  const [start, end] = [startDate, endDate].map((date) => date && formatDate(date, language));
  return startDate === endDate ? `${start}` : `${start} – ${end ?? present}`;
}

/** @param date such as "2021-03" or "2021". */
export function formatDate(
  date: string,
  language: string,
  style: "short" | "long" = "short",
): string {
  const month = date.includes("-") ? style : undefined;
  // CVs have Gregorian years in every language, and Arabic ones mostly Western digits.
  const locale = `${language}-u-ca-gregory${language === "ar" ? "-nu-latn" : ""}`;
  return formatOf(locale)(month).format(new Date(date));
}

// Creating a format takes many times as long as using it.
const formatOf = onceFor((locale: string) =>
  onceFor(
    (month: "short" | "long" | undefined) =>
      new Intl.DateTimeFormat(locale, { month, year: "numeric", timeZone: "UTC" }),
  ),
);
