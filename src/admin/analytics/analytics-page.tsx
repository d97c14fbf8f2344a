import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { FailedRead } from "../../ui/failed-read.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { AnalyticsFigures } from "./analytics-figures.tsx";
import { analyticsQuery } from "./analytics-queries.ts";

/** The visits of a period: their number, visitors, sources, and clicked links. */
export function AnalyticsPage() {
  const [search, setSearch] = useSearchParams();
  const days = PERIODS.find((period) => String(period) === search.get("days")) ?? 30;
  const query = useQuery(analyticsQuery(days));
  const { data, error, isPlaceholderData } = query;
  return (
    <>
      <PageHeader />
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <PeriodSwitch
            days={days}
            onChoose={(chosen) => setSearch({ days: String(chosen) }, { replace: true })}
          />
          <p className="max-w-[60ch] text-small text-soft">
            Days begin at midnight UTC. Visits from browsers you signed in with here are not
            counted, and bots only as bots.
          </p>
        </div>
        <FailedRead query={query} what="The analytics" />
        {data ? (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : ""}>
            <AnalyticsFigures analytics={data} />
          </div>
        ) : (
          !error && <Loading />
        )}
      </div>
    </>
  );
}

function Loading() {
  return (
    <div className="grid gap-6">
      <span className="sr-only">Loading...</span>
      <div aria-hidden="true" className="skeleton h-24" />
      <div aria-hidden="true" className="skeleton h-72" />
    </div>
  );
}

/** The periods that can be shown, in days. */
const PERIODS = [7, 30, 365] as const;

/** Radio buttons styled as one control. */
function PeriodSwitch(props: { days: number; onChoose: (days: number) => void }) {
  const { days, onChoose } = props;
  return (
    <fieldset className="m-0 flex w-fit rounded border border-line-strong p-0">
      <legend className="sr-only">Period</legend>
      {PERIODS.map((period) => (
        <label
          key={period}
          className="grid min-h-10 cursor-pointer place-items-center rounded-[3px] px-4 text-note text-soft hover:text-ink has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="period"
            className="sr-only"
            checked={period === days}
            onChange={() => onChoose(period)}
          />
          {period} days
        </label>
      ))}
    </fieldset>
  );
}
