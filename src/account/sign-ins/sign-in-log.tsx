import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceName } from "../../../shared/device-name.ts";
import { useArea } from "../../auth/session-context.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { SignIn } from "../account-api.ts";
import { signInsQuery } from "../account-queries.ts";
import { Section } from "../section.tsx";
import { Tag } from "../tag.tsx";
import { signInText } from "./sign-in-text.ts";

const KEPT = "The last 90 days.";
const WITHOUT_FAILURES = "Failed attempts are listed in Supabase's Auth logs.";

/** Entries per page. */
const PAGE = 15;

/** Successful and failed sign-ins to the account, newest first, in pages. */
export function SignInLog() {
  const [page, setPage] = useState(0);
  const query = useQuery(signInsQuery(useArea()));
  const { data, isPending } = query;
  const entries = data?.slice(page * PAGE, (page + 1) * PAGE);
  return (
    <Section
      title="Sign-in log"
      text={readClientConfig().embedded ? KEPT : `${KEPT} ${WITHOUT_FAILURES}`}
      actions={
        data &&
        data.length > PAGE && (
          <Pager
            label="Sign-in log pages"
            page={page}
            size={PAGE}
            count={data.length}
            onChoose={setPage}
          />
        )
      }
    >
      <FailedRead query={query} />
      {isPending && <SkeletonRows rows={4} />}
      {data?.length === 0 && (
        <EmptyPanel title="No sign-ins yet" text="Sign-ins to this account will appear here." />
      )}
      {entries && entries.length > 0 && (
        <ol className="border-t">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: SignIn }) {
  const { last_at, user_agent, network, is_new_network, is_current } = entry;
  const { text, isSuspicious } = signInText(entry);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 border-b py-2">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className={isSuspicious ? "text-bad" : undefined}>{text}</span>
        {is_current && <Tag tone="good">This device</Tag>}
        {is_new_network && <Tag>New network</Tag>}
      </p>
      <time dateTime={last_at} className="text-soft tabular-nums">
        {formatDateTime(last_at)}
      </time>
      <p
        className="col-span-2 truncate text-small text-soft"
        title={user_agent ?? undefined}
        dir="auto"
      >
        {deviceName(user_agent)}
        {network && `, from ${network}`}
      </p>
    </li>
  );
}
