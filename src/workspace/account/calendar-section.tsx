import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { Section } from "../../account/section.tsx";
import { useUser } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { CalendarFeed } from "./calendar-api.ts";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./calendar-api.ts");

const TABLE = "calendar_feeds";

function feedQuery(userId: string) {
  return queryOptions({
    queryKey: [TABLE, userId],
    queryFn: async () => (await api()).getCalendarFeed(userId),
  });
}

/** The address at which calendars find the tasks with a due date. */
export function CalendarSection() {
  const { userId } = useUser();
  const query = useQuery(feedQuery(userId));
  const { data: feed, error } = query;
  const meta = { changes: [[TABLE]] };
  const creating = useMutation({
    mutationFn: async () => (await api()).createCalendarFeed(),
    meta,
  });
  const revoking = useMutation({
    mutationFn: async () => (await api()).removeCalendarFeed(userId),
    meta,
    onSuccess: () => creating.reset(),
  });
  const failure = creating.error ?? revoking.error;
  const pending = creating.isPending || revoking.isPending;
  const create = () => {
    revoking.reset();
    if (!feed || askToConfirm("Replace the address? Calendars that use it stop being updated.")) {
      creating.mutate();
    }
  };
  return (
    <Section
      title="Calendar"
      text="Your tasks with a due date, in any calendar that subscribes to an address. Whoever knows the address reads them without signing in."
    >
      {failure && <Notice>{messageOf(failure)}</Notice>}
      <FailedRead query={query} />
      {feed === undefined && !error && <SkeletonRows rows={1} height="h-10" />}
      {feed !== undefined && (
        <>
          {creating.data && <Address url={creating.data} />}
          {feed && <p className="text-soft">{stateOf(feed)}</p>}
          <div className="flex flex-wrap gap-2">
            <Button onClick={create} disabled={pending} pending={creating.isPending}>
              {feed ? "New Address" : "Create Address"}
            </Button>
            {feed && (
              <Button
                look="danger"
                disabled={pending}
                pending={revoking.isPending}
                onClick={() => {
                  creating.reset();
                  revoking.mutate();
                }}
              >
                Revoke
              </Button>
            )}
          </div>
        </>
      )}
    </Section>
  );
}

function stateOf({ created_at, last_read_at }: CalendarFeed): string {
  const read = last_read_at ? `last read ${formatDateTime(last_read_at)}` : "not read yet";
  return `Created ${formatDate(created_at)}, ${read}.`;
}

function Address({ url }: { url: string }) {
  return (
    <div className="grid gap-2">
      <TextField
        label="Address"
        hint="Copy it now: it is not shown again."
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton
        className="justify-self-start"
        text={url}
        copied="Address copied."
        failed="The address could not be copied. Select it instead."
      >
        Copy
      </CopyButton>
    </div>
  );
}
