import { queryOptions } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { VersionsModal } from "../../entries/history/versions-modal.tsx";
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
  return (
    <VersionsModal
      title="History of General Info"
      text="The last 30 versions of the texts, icons and sections. Open one to compare it with the current state."
      query={versionsQuery}
      describe={(version) => ({
        title: `Changed ${formatDateTime(version.changedAt)}`,
        summary: labelsOf(version.changed),
        children: <InfoVersionComparison version={version} onRestored={onClose} />,
      })}
      onClose={onClose}
    />
  );
}
