import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useArea } from "../../auth/session-context.tsx";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Section } from "../section.tsx";
import { EnrollModal } from "./enroll-modal.tsx";
import type { Factor } from "./factors-api.ts";
import { factorsQuery, recoveryCodesQuery } from "./factors-queries.ts";
import { RecoveryModal } from "./recovery-modal.tsx";
import { RemoveModal } from "./remove-modal.tsx";

/** Number of recovery codes that the database creates. */
const RECOVERY_CODES = 10;

/** The account's authenticator apps, whose codes are required after the password. */
export function FactorList({ lostDevice }: { lostDevice: ReactNode }) {
  const area = useArea();
  const query = useQuery(factorsQuery(area));
  const { data: factors, isPending } = query;
  const codes = useQuery(recoveryCodesQuery(area));
  const [replacing, setReplacing] = useState(false);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [first, ...more] = factors ?? [];
  return (
    <>
      <Section
        title="Two-factor authentication"
        text="A code from an app on your phone, asked for after the password. Add a second app as a spare."
      >
        <FailedRead query={query} />
        {/* As tall as what is shown without an app. */}
        {isPending && <SkeletonRows rows={1} height="h-[4.9rem]" />}
        {factors && (
          <>
            <Factors factors={factors} onRemove={setRemoving} />
            <Codes
              left={codes.data}
              failed={codes.error !== null}
              isOn={factors.length > 0}
              onReplace={() => setReplacing(true)}
            />
            <Button className="justify-self-start" icon={<Plus />} onClick={() => setAdding(true)}>
              Add Authenticator App
            </Button>
          </>
        )}
        <p className="text-small text-soft">{lostDevice}</p>
      </Section>
      {adding && (
        <EnrollModal
          isFirst={factors?.length === 0}
          hasCodes={(codes.data ?? 0) > 0}
          onClose={() => setAdding(false)}
        />
      )}
      {replacing && first && (
        <RecoveryModal
          factors={[first, ...more]}
          left={codes.data ?? 0}
          onClose={() => setReplacing(false)}
        />
      )}
      {removing && (
        <RemoveModal
          factor={removing}
          others={(factors ?? []).filter(({ id }) => id !== removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

/** The number of remaining recovery codes, with a button to replace them. */
function Codes(props: {
  /** Undefined while loading. */
  left: number | undefined;
  failed: boolean;
  /** Whether an app is set up; recovery codes require one. */
  isOn: boolean;
  onReplace: () => void;
}) {
  const { left, failed, isOn, onReplace } = props;
  if (!isOn && !left) return null;
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>
        Recovery codes:{" "}
        {failed
          ? "could not be counted."
          : left === undefined
            ? "..."
            : left === 0
              ? "none"
              : `${left} of ${RECOVERY_CODES} left`}
        {!isOn && ", for the next authenticator app"}
      </p>
      {isOn && (
        <Button className="shrink-0" onClick={onReplace}>
          {left === 0 ? "Create Codes" : "Replace Codes"}
        </Button>
      )}
    </div>
  );
}

function Factors({ factors, onRemove }: { factors: Factor[]; onRemove: (factor: Factor) => void }) {
  if (factors.length === 0) return <p>Off. Only your password protects this account.</p>;
  return (
    <ul className="border-t">
      {factors.map((factor) => (
        <li key={factor.id} className="flex items-center justify-between gap-4 border-b py-2">
          <div className="grid min-w-0 gap-0.5">
            <p className="wrap-anywhere" dir="auto">
              {factor.name || "Unnamed"}
            </p>
            <p className="text-small text-soft">
              Added <time dateTime={factor.created_at}>{formatDate(factor.created_at)}</time>
            </p>
          </div>
          <Button className="shrink-0" onClick={() => onRemove(factor)}>
            Remove<span className="sr-only"> {factor.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
