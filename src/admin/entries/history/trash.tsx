import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { KindName } from "../../../../shared/content/kind.ts";
import { nameOf } from "../../../../shared/content/kinds.ts";
import type { MenuAction } from "../../../ui/action-menu.tsx";
import { Button } from "../../../ui/button.tsx";
import { trashQuery, usePurgeDeleted, useRestoreDeleted } from "./history-api.ts";
import { TrashDialog } from "./trash-dialog.tsx";

/** The action that opens the trash of a kind, and the dialog. */
export function useTrash(kind: KindName): { action: MenuAction; modal: ReactNode } {
  const [open, setOpen] = useState(false);
  return {
    action: {
      label: "Trash",
      icon: <Trash2 />,
      run: () => setOpen(true),
    },
    modal: open && <TrashModal kind={kind} onClose={() => setOpen(false)} />,
  };
}

/** The button that opens the trash of a kind. */
export function TrashButton({ kind }: { kind: KindName }) {
  const { action, modal } = useTrash(kind);
  return (
    <>
      <Button look="quiet" icon={action.icon} onClick={() => action.run?.()}>
        {action.label}
      </Button>
      {modal}
    </>
  );
}

/** The deleted entries of a kind, to be restored or deleted permanently. */
function TrashModal({ kind, onClose }: { kind: KindName; onClose: () => void }) {
  const restoring = useRestoreDeleted(kind);
  const purging = usePurgeDeleted(kind);
  return (
    <TrashDialog
      noun="entries"
      query={useQuery(trashQuery(kind))}
      itemOf={({ entry_id, entry, changed_at }) => ({
        id: entry_id,
        name: nameOf(kind, entry),
        deletedAt: changed_at,
      })}
      pending={restoring.isPending || purging.isPending}
      onRestore={restoring.mutate}
      onPurge={purging.mutate}
      onClose={onClose}
    />
  );
}
