import { dateFormat, formatCount } from "../../lib/format.ts";
import type { AnalyticsDay } from "./analytics-schema.ts";

/** The height of the chart's coordinate system; its width is one unit per day. */
export const CHART_HEIGHT = 100;

/** The bars of one series as a single path, because 365 elements would be slow. */
export function barsPath(counts: readonly (number | null)[], top: number): string {
  return counts
    .map((count, day) => {
      if (!count) return "";
      const height = Number(((count / top) * CHART_HEIGHT).toFixed(2));
      return `M${(day + GAP).toFixed(1)} ${CHART_HEIGHT}v-${height}h${WIDTH}v${height}z`;
    })
    .join("");
}

/** Fraction of a day's width that stays empty on each side of its bar. */
const GAP = 0.1;
const WIDTH = ".8";

/** The top of the scale: the maximum, but at least 5. */
export function topOf(days: readonly AnalyticsDay[]): number {
  return days.reduce((top, { visits }) => Math.max(top, visits), 5);
}

/** Such as `Sat, Nov 21, 2026: 20 visits, 12 visitors`. */
export function describeDay({ date, visits, visitors }: AnalyticsDay): string {
  const known = [
    countOf(visits, "visit"),
    ...(visitors === null ? [] : [countOf(visitors, "visitor")]),
  ];
  return `${dayName(date)}: ${known.join(", ")}`;
}

/** Such as `Sat, Nov 21, 2026`. The date is a UTC day, which no time zone may shift. */
export function dayName(date: string): string {
  return day(new Date(`${date}T00:00:00Z`));
}

function countOf(count: number, unit: string): string {
  return `${formatCount(count)} ${unit}${count === 1 ? "" : "s"}`;
}

const day = dateFormat({
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
