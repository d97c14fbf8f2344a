import { queryOptions, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { EntryList } from "../../entries/entry-list.tsx";
import { VersionItem } from "../../entries/history/version-item.tsx";
import { InfoVersionComparison } from "./info-comparison.tsx";
import { listInfoVersions } from "./info-history-api.ts";
import { labelsOf } from "./info-versions.ts";

/** The button that opens the history of General Info. */
export function InfoHistoryButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<History aria-hidden="true" />} onClick={() => setOpen(true)}>
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
  const versions = useQuery(versionsQuery);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Modal title="History of General Info" onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-note text-soft">
          The last 30 versions of the texts, icons and sections. Open one to compare it with the
          current state.
        </p>
        <EntryList
          query={versions}
          empty={{ title: "No Versions Yet", text: "Each change from now on is kept here." }}
        >
          {(rows) => (
            <ul aria-label="Versions" className="rounded border">
              {rows.map((version) => (
                <VersionItem
                  key={version.id}
                  title={`Changed ${formatDateTime(version.changedAt)}`}
                  summary={labelsOf(version.changed)}
                  isOpen={version.id === open}
                  onToggle={() => setOpen(version.id === open ? null : version.id)}
                >
                  <InfoVersionComparison version={version} onRestored={onClose} />
                </VersionItem>
              ))}
            </ul>
          )}
        </EntryList>
      </div>
    </Modal>
  );
}
