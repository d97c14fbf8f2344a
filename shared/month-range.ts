/**
 * The text of a period, as the database writes it into an empty `date_range`: "Mar 2021 – Present",
 * "Mar 2021 – Jun 2023", "Jun 2015". Empty if both months are missing.
 * @param start first day of a month, such as "2021-03-01".
 * @param end in the same format; null for an ongoing period.
 */
export function formatMonthRange(start: string | null, end: string | null): string {
  if (!start || start === end) return end ? formatMonth(end) : "";
  return `${formatMonth(start)} – ${end ? formatMonth(end) : "Present"}`;
}

function formatMonth(day: string): string {
  return MONTH.format(new Date(`${day}T00:00:00Z`));
}

const MONTH = new Intl.DateTimeFormat("en-US", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
