import { formatCount } from "../../lib/format.ts";
import { barHeight, dayNames, shortCount } from "./chart-scale.ts";
import type { VisitStatistics } from "./dashboard-schema.ts";

/** Seven bars, oldest first, today in the accent color; a list of days for screen readers. */
export function VisitChart({ days }: { days: VisitStatistics["days"] | undefined }) {
  const counts = days?.map((day) => day.count) ?? [];
  return (
    <figure className="m-0 grid grid-rows-[auto_1fr] gap-5 bg-surface p-4 sm:p-5">
      <figcaption id="last-7-days" className="text-small text-ink">
        Last 7 Days
      </figcaption>
      {days ? (
        <ol
          aria-labelledby="last-7-days"
          className="m-0 grid min-h-52 list-none auto-cols-fr grid-flow-col p-0"
        >
          {days.map(({ date, count }, index) => (
            <Bar
              key={date}
              date={date}
              count={count}
              height={barHeight(count, counts)}
              today={index === days.length - 1}
            />
          ))}
        </ol>
      ) : (
        <div aria-hidden="true" className="skeleton min-h-52" />
      )}
    </figure>
  );
}

function Bar(props: { date: string; count: number; height: number; today: boolean }) {
  const { date, count, height, today } = props;
  const { short, long } = dayNames(date);
  const visits = `${formatCount(count)} ${count === 1 ? "visit" : "visits"}`;
  return (
    <li className="grid grid-rows-[1fr_auto]" title={`${long}: ${visits}`}>
      <span className="sr-only">
        {long}
        {today && ", today"}: {visits}
      </span>
      <span
        aria-hidden="true"
        className="flex flex-col items-center justify-end border-line-strong border-b px-1 sm:px-2"
      >
        <span className="flex min-h-0 w-full max-w-14 flex-1 flex-col justify-end pt-6">
          {/* The count is above its bar, so the tallest bar leaves room for it. */}
          <span className="relative flex h-full flex-col justify-end">
            <span
              className={`-translate-x-1/2 absolute left-1/2 whitespace-nowrap pb-1 text-small tabular-nums ${today ? "font-semibold text-ink" : "text-soft"}`}
              style={{ bottom: `${height}%` }}
            >
              {shortCount(count)}
            </span>
            <span
              data-bar=""
              className={`block rounded-t-[2px] forced-colors:bg-[Highlight] ${today ? "bg-accent" : "bg-line-strong"} ${count > 0 ? "min-h-0.5" : ""}`}
              style={{ height: `${height}%` }}
            />
          </span>
        </span>
      </span>
      <span
        aria-hidden="true"
        className={`pt-2 text-center text-small ${today ? "font-semibold text-ink" : "text-soft"}`}
      >
        {short}
      </span>
    </li>
  );
}
