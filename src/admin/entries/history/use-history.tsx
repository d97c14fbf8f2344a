import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MenuAction } from "../../../ui/action-menu.tsx";
import type { ListName } from "../arrange/arrangement.ts";
import { HistoryModal } from "./history-modal.tsx";
import type { ShowColumn } from "./version-fields.ts";

interface HistoryOptions<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  show?: ShowColumn;
}

/** The action of a row's menu that opens the history of an entry, and the dialog. */
export function useHistory<Row extends { id: string; revision: number }>(
  list: ListName,
  { rows, nameOf, show }: HistoryOptions<Row>,
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
        list={list}
        row={row}
        name={nameOf(row)}
        show={show}
        onClose={() => setId(null)}
      />
    ),
  };
}
