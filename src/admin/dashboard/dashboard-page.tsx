import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BackupStatus } from "../shell/backup-status.tsx";
import { backupStatusQuery } from "../shell/backup-status-query.ts";
import { NotedFigure } from "../shell/figure.tsx";
import { isNewSite, missingSteps, siteFactsQuery } from "../shell/missing-steps.ts";
import { unreadQuery } from "../shell/unread-query.ts";
import { CountCards } from "./count-cards.tsx";
import { visitsQuery } from "./dashboard-queries.ts";
import type { VisitStatistics } from "./dashboard-schema.ts";
import { GettingStarted } from "./getting-started.tsx";
import { VisitChart } from "./visit-chart.tsx";

/** Unread messages, published content and visitor counts; above them, what a new site lacks. */
export function DashboardPage() {
  const figures = useQueries({
    queries: [unreadQuery, siteFactsQuery, visitsQuery(TIME_ZONE)],
  });
  const { data: backups } = useQuery(backupStatusQuery);
  const [unread, { data: facts }, visits] = figures;
  const failed = figures.some((figure) => figure.isError);
  // Figures that were read before stay visible, even if they are stale.
  const missing = figures.some((figure) => figure.isError && figure.data === undefined);
  const readAgain = () => {
    for (const figure of figures) if (figure.isError) void figure.refetch();
  };
  // Stays where it is while the owner works on it.
  const [isNew, setIsNew] = useState(false);
  if (facts && !isNew && isNewSite(missingSteps(facts))) setIsNew(true);

  return (
    <>
      <PageHeader />
      <div className="grid gap-8">
        {failed && (
          <Notice
            action={
              <Button pending={figures.some((figure) => figure.isFetching)} onClick={readAgain}>
                Try again
              </Button>
            }
          >
            Failed to fetch dashboard statistics.
          </Notice>
        )}
        {facts && isNew && <GettingStarted facts={facts} />}
        {!facts && !missing && <SkeletonRows height="h-28" />}
        {facts && !missing && (
          <>
            <CountCards unread={unread.data} {...facts.counts} />
            <SiteAnalytics visits={visits.data} />
          </>
        )}
        {backups && <BackupStatus status={backups} />}
        {facts && !isNew && <GettingStarted facts={facts} />}
      </div>
    </>
  );
}

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Visitor counts of three periods that end now, and of each day of the last week. */
function SiteAnalytics({ visits }: { visits: VisitStatistics | undefined }) {
  return (
    <section aria-labelledby="site-analytics" className="grid gap-3">
      <div>
        <h2 id="site-analytics" className="text-body font-semibold">
          Site Analytics
        </h2>
        <p className="text-small text-soft">
          Visits of bots and from browsers you signed in with here are not counted.{" "}
          <Link to={paths.admin.analytics}>Analytics</Link> shows where visits come from.
        </p>
      </div>
      <div className="grid gap-px overflow-hidden rounded border bg-line lg:grid-cols-[17rem_minmax(0,1fr)]">
        <dl className="m-0 grid gap-px sm:grid-cols-3 lg:grid-cols-1">
          <NotedFigure label="Daily Visits" note="Last 24 hours" value={visits?.daily} />
          <NotedFigure label="Weekly Visits" note="Last 7 days" value={visits?.weekly} />
          <NotedFigure label="Monthly Visits" note="Last 30 days" value={visits?.monthly} />
        </dl>
        <VisitChart days={visits?.days} />
      </div>
    </section>
  );
}
