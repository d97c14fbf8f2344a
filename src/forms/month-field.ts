import { z } from "zod";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Optional month; stored as its first day, such as "2021-03-01", and as null when empty. */
export function optionalMonth() {
  return z.string().transform((text, context) => {
    if (text.trim() === "") return null;
    const month = parseMonth(text);
    if (month) return `${month}-01`;
    context.addIssue("Please enter a month, such as 2021-03.");
    return z.NEVER;
  });
}

/**
 * A month as "2021-03"; null for anything else. Browsers without a month control show a text field,
 * so "03/2021" and "Mar 2021" are accepted as well.
 */
export function parseMonth(text: string): string | null {
  const words = text.trim().toLowerCase();
  const [, isoYear, isoMonth] = /^(\d{4})-(\d{1,2})$/.exec(words) ?? [];
  const [, first, lastYear] = /^(\d{1,2}|[a-z]{3,9})\.?[\s/.]+(\d{4})$/.exec(words) ?? [];
  const year = Number(isoYear ?? lastYear);
  const month = Number(isoMonth ?? first) || MONTHS.indexOf(first?.slice(0, 3) ?? "") + 1;
  if (!(year >= 1900 && year < 2200) || month < 1 || month > 12) return null;
  return `${year}-${String(month).padStart(2, "0")}`;
}

/** The form value of a stored month. */
export function monthValue(day: string | null | undefined): string {
  return day?.slice(0, "2021-03".length) ?? "";
}
