import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { DifferenceList } from "../../../forms/difference-list.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { shorten } from "../../../lib/shorten.ts";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import type { ListName } from "../arrange/arrangement.ts";
import { EntryList } from "../entry-list.tsx";
import type { EntryState, Version } from "./history-api.ts";
import { useRestoreVersion, versionsQuery } from "./history-queries.ts";
import { changedFields, type ShowColumn } from "./version-fields.ts";

interface HistoryModalProps {
  list: ListName;
  /** The stored entry. */
  row: { id: string; revision: number };
  name: string;
  show?: ShowColumn | undefined;
  onClose: () => void;
}

/** The last versions of an entry, each compared with the current one and restorable. */
export function HistoryModal({ list, row, name, show, onClose }: HistoryModalProps) {
  const versions = useQuery(versionsQuery(list, row.id));
  const restoring = useRestoreVersion(list, onClose);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Modal title={`History of “${shorten(name, 60)}”`} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-note text-soft">
          The last 30 versions. Open one to compare it with the current state.
        </p>
        <EntryList
          query={versions}
          empty={{
            title: "No Versions Yet",
            text: "Each change from now on is kept here.",
          }}
        >
          {(rows) => (
            <ul aria-label="Versions" className="rounded border">
              {rows.map((version) => (
                <VersionItem
                  key={version.id}
                  version={version}
                  now={row as unknown as EntryState}
                  show={show}
                  isOpen={version.id === open}
                  pending={restoring.isPending}
                  onToggle={() => setOpen(version.id === open ? null : version.id)}
                  onRestore={() =>
                    restoring.mutate({ version: version.id, revision: row.revision })
                  }
                />
              ))}
            </ul>
          )}
        </EntryList>
      </div>
    </Modal>
  );
}

interface VersionItemProps {
  version: Version;
  now: EntryState;
  show: ShowColumn | undefined;
  isOpen: boolean;
  pending: boolean;
  onToggle: () => void;
  onRestore: () => void;
}

function VersionItem(props: VersionItemProps) {
  const { version, now, show, isOpen, pending, onToggle, onRestore } = props;
  const id = useId();
  const differences = changedFields(version.entry, now, show);
  const fields = differences.map(({ label }) => label).join(", ");
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 px-4 py-2 text-start hover:bg-raised/50"
        onClick={onToggle}
      >
        <span className="font-semibold text-note">
          {OPERATIONS[version.operation] ?? "Changed"} {formatDateTime(version.changed_at)}
        </span>
        <span className="min-w-0 text-small text-soft">
          {fields ? `Differs in ${fields}` : "Same as now"}
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="grid gap-3 px-4 pb-3">
        {isOpen && differences.length > 0 && (
          <>
            <DifferenceList differences={differences} headings={["This version", "Now"]} />
            <Button
              className="justify-self-end"
              icon={<RotateCcw aria-hidden="true" />}
              pending={pending}
              onClick={onRestore}
            >
              Restore this version
            </Button>
          </>
        )}
        {isOpen && differences.length === 0 && (
          <p className="text-small text-soft">Nothing differs from the current state.</p>
        )}
      </div>
    </li>
  );
}

const OPERATIONS: Record<string, string> = {
  insert: "Added",
  update: "Changed",
  delete: "Deleted",
};
