import { parseRange } from "../cv/cv-dates.ts";
import { en, type PageTexts } from "./en.ts";

/**
 * Writes a period in the page's language: "Mar 2021 – Present". Only as the database or an import
 * writes it; other texts are the owner's and stay.
 */
export function translateDates(text: string, texts: PageTexts): string {
  const range = parseRange(text);
  return range && formatRange(range, en) === text ? formatRange(range, texts) : text;
}

type Range = NonNullable<ReturnType<typeof parseRange>>;

function formatRange({ startDate, endDate }: Range, { language, present }: PageTexts): string {
  const [start, end] = [startDate, endDate].map((date) => date && formatDate(date, language));
  return startDate === endDate ? `${start}` : `${start} – ${end ?? present}`;
}

/** @param date such as "2021-03" or "2021". */
function formatDate(date: string, language: string): string {
  if (!date.includes("-")) return date;
  const month = { month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Date(`${date}-01`).toLocaleDateString(language, month);
}
