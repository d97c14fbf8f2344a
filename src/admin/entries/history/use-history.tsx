import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { KindName } from "../../../../shared/content/kind.ts";
import { nameOf } from "../../../../shared/content/kinds.ts";
import type { MenuAction } from "../../../ui/action-menu.tsx";
import { HistoryModal } from "./history-modal.tsx";
import type { ShowColumn } from "./version-fields.ts";

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
