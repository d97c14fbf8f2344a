import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { KindName } from "../../../../shared/content/kind.ts";
import { nameOf } from "../../../../shared/content/kinds.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { shorten } from "../../../lib/shorten.ts";
import type { MenuAction } from "../../../ui/action-menu.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { EntryList } from "../entry-list.tsx";
import { type EntryState, useRestoreVersion, type Version, versionsQuery } from "./history-api.ts";
import { changedFields, type ShowColumn } from "./version-fields.ts";
import { VersionComparison, VersionItem } from "./version-item.tsx";

interface HistoryModalProps {
  kind: KindName;
  /** The stored entry. */
  row: { id: string; revision: number };
  name: string;
  show?: ShowColumn | undefined;
  onClose: () => void;
}

/** The last versions of an entry, each compared with the current one and restorable. */
function HistoryModal({ kind, row, name, show, onClose }: HistoryModalProps) {
  const versions = useQuery(versionsQuery(kind, row.id));
  const restoring = useRestoreVersion(kind, onClose);
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
                <EntryVersion
                  key={version.id}
                  kind={kind}
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

interface EntryVersionProps {
  kind: KindName;
  version: Version;
  now: EntryState;
  show: ShowColumn | undefined;
  isOpen: boolean;
  pending: boolean;
  onToggle: () => void;
  onRestore: () => void;
}

function EntryVersion(props: EntryVersionProps) {
  const { kind, version, now, show, isOpen, pending, onToggle, onRestore } = props;
  const differences = changedFields(kind, version.entry, now, show);
  const fields = differences.map(({ label }) => label).join(", ");
  return (
    <VersionItem
      title={`${OPERATIONS[version.operation] ?? "Changed"} ${formatDateTime(version.changed_at)}`}
      summary={fields ? `Differs in ${fields}` : "Same as now"}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <VersionComparison differences={differences} pending={pending} onRestore={onRestore} />
    </VersionItem>
  );
}

const OPERATIONS: Record<string, string> = {
  insert: "Added",
  update: "Changed",
  delete: "Deleted",
};

/** The action of a row's menu that opens the history of an entry, and the dialog. */
export function useHistory<Row extends { id: string; revision: number }>(
  kind: KindName,
  rows: readonly Row[],
  show?: ShowColumn,
): { actionOf: (row: Row) => MenuAction; modal: ReactNode } {
  const [id, setId] = useState<string | null>(null);
  const row = rows.find((one) => one.id === id);
  return {
    actionOf: (chosen) => ({
      label: "History",
      icon: <History aria-hidden="true" />,
      run: () => setId(chosen.id),
    }),
    modal: row && (
      <HistoryModal
        kind={kind}
        row={row}
        name={nameOf(kind, row)}
        show={show}
        onClose={() => setId(null)}
      />
    ),
  };
}
