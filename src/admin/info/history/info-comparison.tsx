import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { differencesOf } from "../../../forms/field-difference.ts";
import { isConflict, messageOf } from "../../../lib/errors.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FailedRead } from "../../../ui/failed-read.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { VersionComparison, VersionsModal } from "../../entries/history/versions-modal.tsx";
import {
  compareInfoVersion,
  type InfoComparison,
  type InfoVersion,
  labelOf,
  labelsOf,
  listInfoVersions,
  restoreInfo,
  VERSIONED_KEYS,
  VERSIONED_NAMES,
  type VersionedKey,
} from "./info-versions.ts";

/** A version of General Info beside the current state. Its values, which may be long, load here. */
function InfoVersionComparison(props: { version: InfoVersion; onRestored: () => void }) {
  const { version, onRestored } = props;
  const compared = useQuery({
    queryKey: ["personal_info", "version", version.id],
    queryFn: () => compareInfoVersion(version),
  });
  if (compared.isPending) return <SkeletonRows rows={1} />;
  if (!compared.data) return <FailedRead query={compared} />;
  return <Differences compared={compared.data} onRestored={onRestored} />;
}

interface DifferencesProps {
  compared: InfoComparison;
  onRestored: () => void;
}

function Differences({ compared, onRestored }: DifferencesProps) {
  const [omitted, setOmitted] = useState<ReadonlySet<VersionedKey>>(new Set());
  const { then, now } = compared;
  const keys = VERSIONED_KEYS.filter(
    (key) => then[key] !== undefined && then[key] !== now[key].value,
  );
  const chosen = keys.filter((key) => !omitted.has(key));
  const restoring = useMutation({
    mutationFn: () => restoreInfo(chosen, compared),
    meta: { changes: [["personal_info"]] },
    onSuccess: () => {
      toast.success("Restored.");
      onRestored();
    },
    onError: (error) =>
      toast.error(isConflict(error) ? CHANGED : messageOf(error), { duration: 10_000 }),
  });
  const values = (pick: (key: VersionedKey) => string) =>
    Object.fromEntries(keys.map((key) => [key, pick(key)])) as Record<VersionedKey, string>;
  return (
    <VersionComparison
      differences={differencesOf(
        keys,
        VERSIONED_NAMES,
        values((key) => then[key] ?? ""),
        values((key) => now[key].value),
      )}
      choice={
        keys.length > 1 && (
          <FieldChoice
            keys={keys}
            omitted={omitted}
            onToggle={(key) => setOmitted(toggled(omitted, key))}
          />
        )
      }
      disabled={chosen.length === 0}
      pending={restoring.isPending}
      onRestore={() => restoring.mutate()}
    />
  );
}

const CHANGED =
  "General Info was changed in the meantime. Nothing was restored; the comparison now shows the current state.";

interface FieldChoiceProps {
  keys: readonly VersionedKey[];
  omitted: ReadonlySet<VersionedKey>;
  onToggle: (key: VersionedKey) => void;
}

/** Which of the differing fields are restored. */
function FieldChoice({ keys, omitted, onToggle }: FieldChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-small text-soft">Fields to restore</legend>
      <div className="flex flex-wrap gap-x-5">
        {keys.map((key) => (
          <Checkbox
            key={key}
            wrap="text-note"
            checked={!omitted.has(key)}
            onChange={() => onToggle(key)}
          >
            {labelOf(key)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

function toggled<Key>(keys: ReadonlySet<Key>, key: Key): ReadonlySet<Key> {
  return new Set(keys.has(key) ? [...keys].filter((other) => other !== key) : [...keys, key]);
}

/** The button that opens the history of General Info. */
export function InfoHistoryButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<History />} onClick={() => setOpen(true)}>
        History
      </Button>
      {open && <InfoHistoryModal onClose={() => setOpen(false)} />}
    </>
  );
}

const versionsQuery = queryOptions({
  queryKey: ["personal_info", "history"],
  queryFn: listInfoVersions,
});

/** The last versions, each compared with the current state and restorable field by field. */
function InfoHistoryModal({ onClose }: { onClose: () => void }) {
  return (
    <VersionsModal
      title="History of General Info"
      note="The last 30 versions of the texts, icons and sections. Open one to compare it with the current state."
      query={useQuery(versionsQuery)}
      describe={(version) => ({
        title: `Changed ${formatDateTime(version.changedAt)}`,
        summary: labelsOf(version.changed),
      })}
      compare={(version) => <InfoVersionComparison version={version} onRestored={onClose} />}
      onClose={onClose}
    />
  );
}
