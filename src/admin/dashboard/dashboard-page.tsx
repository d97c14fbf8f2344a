import { useQueries, useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { BackupStatus } from "../shell/backup-status.tsx";
import { backupStatusQuery } from "../shell/backup-status-query.ts";
import { PageHeader } from "../shell/page-header.tsx";
import { unreadQuery } from "../shell/unread-query.ts";
import { CountCards } from "./count-cards.tsx";
import { countQuery, visitsQuery } from "./dashboard-queries.ts";
import { GettingStarted } from "./getting-started.tsx";
import { SiteAnalytics } from "./site-analytics.tsx";

/** Unread messages, published content and visitor counts. */
export function DashboardPage() {
  const figures = useQueries({
    queries: [
      unreadQuery,
      countQuery("projects"),
      countQuery("skills"),
      countQuery("experience"),
      visitsQuery(TIME_ZONE),
    ],
  });
  const { data: backups } = useQuery(backupStatusQuery);
  const [unread, projects, skills, experience, visits] = figures;
  const failed = figures.some((figure) => figure.isError);
  // Figures that were read before stay visible, even if they are stale.
  const missing = figures.some((figure) => figure.isError && figure.data === undefined);
  const readAgain = () => {
    for (const figure of figures) if (figure.isError) void figure.refetch();
  };

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
        {!missing && (
          <>
            <CountCards
              unread={unread.data}
              projects={projects.data}
              skills={skills.data}
              experience={experience.data}
            />
            <SiteAnalytics visits={visits.data} />
          </>
        )}
        {backups && <BackupStatus status={backups} />}
        <GettingStarted />
      </div>
    </>
  );
}

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
