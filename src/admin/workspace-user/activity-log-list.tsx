import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceName } from "../../../shared/device-name.ts";
import { formatDateTime } from "../../lib/format.ts";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { type ActivityLog, activityQuery, LOG_PAGE } from "./workspace-user-api.ts";

/** The workspace user's logins and logouts, newest first, in pages. */
export function ActivityLogList({ userId }: { userId: string }) {
  const [page, setPage] = useState(0);
  const query = useQuery(activityQuery(userId, page));
  const { data, isPending } = query;
  return (
    <section className="grid min-w-0 content-start gap-4" aria-labelledby="log-heading">
      <div className="-my-2 flex min-h-10 flex-wrap items-center justify-between gap-x-4">
        <h2 id="log-heading" className="text-body font-semibold">
          Activity log
        </h2>
        {data && data.count > LOG_PAGE && (
          <Pager
            label="Activity log pages"
            page={page}
            size={LOG_PAGE}
            count={data.count}
            onChoose={setPage}
          />
        )}
      </div>
      <FailedRead query={query} />
      {isPending && <SkeletonRows rows={8} height="h-10" />}
      {data && <Entries entries={data.entries} />}
    </section>
  );
}

function Entries({ entries }: { entries: ActivityLog[] }) {
  if (entries.length === 0) {
    return (
      <EmptyPanel title="No activity yet" text="This user's logins and logouts will appear here." />
    );
  }
  return (
    <ol className="border-t" aria-labelledby="log-heading">
      {entries.map(({ id, event_type, device_info, created_at }) => (
        <li
          key={id}
          className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b py-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
        >
          <span className={event_type === "logout_forced" ? "text-bad" : undefined}>
            {EVENTS[event_type] ?? event_type}
          </span>
          <span
            className="col-span-2 row-start-2 truncate text-soft sm:col-span-1 sm:row-start-auto"
            title={device_info ?? undefined}
            dir="auto"
          >
            {deviceName(device_info)}
          </span>
          <time dateTime={created_at} className="text-soft tabular-nums">
            {formatDateTime(created_at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

const EVENTS: Record<string, string> = {
  login: "Login",
  logout: "Logout",
  logout_forced: "Forced logout",
};
