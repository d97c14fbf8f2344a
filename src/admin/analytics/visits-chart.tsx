import { type PointerEvent, useState } from "react";
import { formatCount } from "../../lib/format.ts";
import type { AnalyticsDay } from "./analytics-schema.ts";
import { barsPath, CHART_HEIGHT, dayName, describeDay, topOf } from "./chart-shape.ts";

/**
 * Visits and visitors per day as bars. Hovering shows a day's figures; the table lists all of them.
 */
export function VisitsChart({ days }: { days: AnalyticsDay[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = topOf(days);
  const shown = pointed === null ? undefined : days[pointed];
  const first = days[0]?.date ?? "";
  const last = days.at(-1)?.date ?? "";
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * days.length);
    setPointed(Math.min(days.length - 1, Math.max(0, index)));
  };
  return (
    <figure className="m-0 grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-small">
        <p aria-hidden="true" className="flex gap-4 text-soft">
          <Legend color="bg-line-strong">Visits</Legend>
          <Legend color="bg-accent">Visitors</Legend>
        </p>
        <p aria-hidden="true" className="text-soft tabular-nums">
          {shown ? describeDay(shown) : `Scale: 0 to ${formatCount(top)}`}
        </p>
      </div>
      <svg
        role="img"
        aria-label={`Bar chart of visits and visitors per day, ${dayName(first)} to ${dayName(last)}. The table has the same figures.`}
        viewBox={`0 0 ${days.length} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        className="h-56 w-full touch-pan-y border-line-strong border-b"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
      >
        {pointed !== null && (
          <rect x={pointed} width="1" height={CHART_HEIGHT} className="fill-raised" />
        )}
        <path
          d={barsPath(
            days.map(({ visits }) => visits),
            top,
          )}
          className="fill-line-strong forced-colors:fill-[CanvasText]"
        />
        <path
          d={barsPath(
            days.map(({ visitors }) => visitors),
            top,
          )}
          className="fill-accent forced-colors:fill-[Highlight]"
        />
      </svg>
      <p aria-hidden="true" className="flex justify-between gap-4 text-small text-soft">
        <span>{dayName(first)}</span>
        <span>{dayName(last)}</span>
      </p>
    </figure>
  );
}

function Legend({ color, children }: { color: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-2.5 rounded-[2px] forced-color-adjust-none ${color}`} />
      {children}
    </span>
  );
}
