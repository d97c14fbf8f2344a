import { Link } from "react-router";
import { paths } from "../../lib/paths.ts";
import type { VisitStatistics } from "./dashboard-schema.ts";
import { Figure } from "./figure.tsx";
import { VisitChart } from "./visit-chart.tsx";

/** Visitor counts: three windows that end now, and each day of the last week. */
export function SiteAnalytics({ visits }: { visits: VisitStatistics | undefined }) {
  return (
    <section aria-labelledby="site-analytics" className="grid gap-3">
      <div>
        <h2 id="site-analytics" className="text-body font-semibold">
          Site Analytics
        </h2>
        <p className="text-small text-soft">
          Visits from browsers you signed in with here are not counted.{" "}
          <Link to={paths.admin.analytics}>Analytics</Link> shows where visits come from and leaves
          out bots.
        </p>
      </div>
      <div className="grid gap-px overflow-hidden rounded border bg-line lg:grid-cols-[17rem_minmax(0,1fr)]">
        <dl className="m-0 grid gap-px sm:grid-cols-3 lg:grid-cols-1">
          <Window label="Daily Visits" span="Last 24 hours" value={visits?.daily} />
          <Window label="Weekly Visits" span="Last 7 days" value={visits?.weekly} />
          <Window label="Monthly Visits" span="Last 30 days" value={visits?.monthly} />
        </dl>
        <VisitChart days={visits?.days} />
      </div>
    </section>
  );
}

function Window({
  label,
  span,
  value,
}: {
  label: string;
  span: string;
  value: number | undefined;
}) {
  return (
    <div className="flex items-center justify-between gap-3 bg-surface px-4 py-3 sm:grid sm:content-between sm:gap-4 sm:p-5">
      <dt className="text-small">
        <span className="block text-ink">{label}</span>
        <span className="block text-soft">{span}</span>
      </dt>
      <dd className="m-0">
        <Figure value={value} />
      </dd>
    </div>
  );
}
