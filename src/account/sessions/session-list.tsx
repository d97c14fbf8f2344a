import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useArea } from "../../auth/session-context.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { OwnSession } from "../account-api.ts";
import { sessionsQuery } from "../account-queries.ts";
import { Section } from "../section.tsx";
import { EndModal } from "./end-modal.tsx";
import { SessionRow } from "./session-row.tsx";

/** Sessions per page. */
const PAGE = 10;

/** The account's sessions, each with a button to end it, and a button to end all others. */
export function SessionList() {
  const query = useQuery(sessionsQuery(useArea()));
  const { data: { sessions, limits } = {}, isPending } = query;
  const [ending, setEnding] = useState<OwnSession | "others" | null>(null);
  const [chosen, setChosen] = useState(0);
  const count = sessions?.length ?? 0;
  // Sessions may end while a later page is open.
  const page = Math.min(chosen, Math.max(0, Math.ceil(count / PAGE) - 1));
  const others = sessions?.filter((session) => !session.is_current) ?? [];
  return (
    <Section
      title="Sessions"
      text="Browsers signed in to this account. One that is signed out here loses access at once."
      actions={
        others.length > 0 && (
          <Button look="danger" icon={<LogOut />} onClick={() => setEnding("others")}>
            Sign Out All Others
          </Button>
        )
      }
    >
      <FailedRead query={query} />
      {isPending && <SkeletonRows rows={2} height="h-14" />}
      {sessions && (
        <ul className="border-t">
          {sessions.slice(page * PAGE, (page + 1) * PAGE).map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      {count > PAGE && (
        <Pager label="Session pages" page={page} size={PAGE} count={count} onChoose={setChosen} />
      )}
      {limits && (
        <p className="text-small text-soft">
          A session ends after {daysOf(limits.idle_days)} without use, and at the latest{" "}
          {daysOf(limits.total_days)} after you signed in.
        </p>
      )}
      {ending && (
        <EndModal session={ending === "others" ? null : ending} onClose={() => setEnding(null)} />
      )}
    </Section>
  );
}

const daysOf = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;
