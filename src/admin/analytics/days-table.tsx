import { useState } from "react";
import { formatCount } from "../../lib/format.ts";
import type { AnalyticsDay } from "./analytics-schema.ts";
import { dayName } from "./chart-shape.ts";

/** The chart's figures as a table, newest first; the rows are rendered once it is opened. */
export function DaysTable({ days }: { days: AnalyticsDay[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-10 cursor-pointer items-center text-note">
        Show as a table
      </summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard.
        <section aria-label="Visits per day" tabIndex={0} className="max-h-96 overflow-auto">
          <table className="w-full border-collapse text-note tabular-nums">
            <thead className="sticky top-0 bg-surface text-left text-small text-soft">
              <tr>
                <th scope="col" className={HEAD}>
                  Day (UTC)
                </th>
                {["Visits", "Visitors", "Bots"].map((name) => (
                  <th key={name} scope="col" className={`${HEAD} ps-3 text-end`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <Row key={day.date} day={day} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

function Row({ day: { date, visits, visitors, bots } }: { day: AnalyticsDay }) {
  return (
    <tr className="border-t">
      <th scope="row" className="py-2 pe-3 text-start font-normal whitespace-nowrap">
        {dayName(date)}
      </th>
      {[visits, visitors, bots].map((count, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed.
        <td key={column} className="py-2 ps-3 text-end whitespace-nowrap">
          {count === null ? "not counted" : formatCount(count)}
        </td>
      ))}
    </tr>
  );
}

const HEAD = "py-2 font-semibold";
