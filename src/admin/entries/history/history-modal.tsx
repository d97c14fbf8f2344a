import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { KindName } from "../../../../shared/content/kind.ts";
import { nameOf } from "../../../../shared/content/kinds.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { shorten } from "../../../lib/shorten.ts";
import type { MenuAction } from "../../../ui/action-menu.tsx";
import { type EntryState, useRestoreVersion, type Version, versionsQuery } from "./history-api.ts";
import { changedFields, type ShowColumn } from "./version-fields.ts";
import { VersionComparison, VersionsModal } from "./versions-modal.tsx";

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
  const differencesOf = ({ entry }: Version) =>
    changedFields(kind, entry, row as unknown as EntryState, show);
  return (
    <VersionsModal
      title={`History of “${shorten(name, 60)}”`}
      note="The last 30 versions. Open one to compare it with the current state."
      query={versions}
      describe={(version) => {
        const fields = differencesOf(version).map(({ label }) => label);
        return {
          title: `${OPERATIONS[version.operation] ?? "Changed"} ${formatDateTime(version.changed_at)}`,
          summary: fields.length > 0 ? `Differs in ${fields.join(", ")}` : "Same as now",
        };
      }}
      compare={(version) => (
        <VersionComparison
          differences={differencesOf(version)}
          pending={restoring.isPending}
          onRestore={() => restoring.mutate({ version: version.id, revision: row.revision })}
        />
      )}
      onClose={onClose}
    />
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
      icon: <History />,
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
