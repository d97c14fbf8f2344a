import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Area } from "../../lib/area.ts";
import { messageOf } from "../../lib/errors.ts";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Section } from "../section.tsx";
import { EnrollModal } from "./enroll-modal.tsx";
import type { Factor } from "./factors-api.ts";
import { factorsQuery } from "./factors-queries.ts";
import { RemoveModal } from "./remove-modal.tsx";

/** The account's authenticator apps, whose codes a sign-in asks for after the password. */
export function FactorList({ area, lostDevice }: { area: Area; lostDevice: ReactNode }) {
  const { data: factors, error, isPending, refetch } = useQuery(factorsQuery(area));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor | null>(null);
  return (
    <>
      <Section
        title="Two-factor authentication"
        text="A code from an app on your phone, asked for after the password. Add a second app as a spare."
      >
        {error && (
          <Notice action={<Button onClick={() => void refetch()}>Try again</Button>}>
            {messageOf(error)}
          </Notice>
        )}
        {/* As tall as what is shown without an app. */}
        {isPending && <SkeletonRows rows={1} height="h-[4.9rem]" />}
        {factors && (
          <>
            <Factors factors={factors} onRemove={setRemoving} />
            <Button
              className="justify-self-start"
              icon={<Plus aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              Add Authenticator App
            </Button>
          </>
        )}
        <p className="text-small text-soft">{lostDevice}</p>
      </Section>
      {adding && (
        <EnrollModal area={area} isFirst={factors?.length === 0} onClose={() => setAdding(false)} />
      )}
      {removing && (
        <RemoveModal
          area={area}
          factor={removing}
          others={(factors ?? []).filter(({ id }) => id !== removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
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
