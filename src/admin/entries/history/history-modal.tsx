import type { KindName } from "../../../../shared/content/kind.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { shorten } from "../../../lib/shorten.ts";
import type { EntryState, Version } from "./history-api.ts";
import { useRestoreVersion, versionsQuery } from "./history-queries.ts";
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
export function HistoryModal({ kind, row, name, show, onClose }: HistoryModalProps) {
  const restoring = useRestoreVersion(kind, onClose);
  const describe = (version: Version) => {
    const differences = changedFields(kind, version.entry, row as unknown as EntryState, show);
    const fields = differences.map(({ label }) => label).join(", ");
    return {
      title: `${OPERATIONS[version.operation] ?? "Changed"} ${formatDateTime(version.changed_at)}`,
      summary: fields ? `Differs in ${fields}` : "Same as now",
      children: (
        <VersionComparison
          differences={differences}
          pending={restoring.isPending}
          onRestore={() => restoring.mutate({ version: version.id, revision: row.revision })}
        />
      ),
    };
  };
  return (
    <VersionsModal
      title={`History of “${shorten(name, 60)}”`}
      text="The last 30 versions. Open one to compare it with the current state."
      query={versionsQuery(kind, row.id)}
      describe={describe}
      onClose={onClose}
    />
  );
}

const OPERATIONS: Record<string, string> = {
  insert: "Added",
  update: "Changed",
  delete: "Deleted",
};
