import { useQuery } from "@tanstack/react-query";
import { Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { KindName } from "../../../../shared/content/kind.ts";
import { nameOf } from "../../../../shared/content/kinds.ts";
import { formatDateTime } from "../../../lib/format.ts";
import type { MenuAction } from "../../../ui/action-menu.tsx";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { EntryList } from "../entry-list.tsx";
import { useFocusAfterRemoval } from "../row-actions.tsx";
import { trashQuery, usePurgeDeleted, useRestoreDeleted, type Version } from "./history-api.ts";

/** The action that opens the trash of a kind, and the dialog. */
export function useTrash(kind: KindName): { action: MenuAction; modal: ReactNode } {
  const [open, setOpen] = useState(false);
  return {
    action: {
      label: "Trash",
      icon: <Trash2 aria-hidden="true" />,
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
  const trash = useQuery(trashQuery(kind));
  const restoring = useRestoreDeleted(kind);
  const purging = usePurgeDeleted(kind);
  const items = useRef<HTMLUListElement>(null);
  const removedIndex = useFocusAfterRemoval(items, trash.data?.length ?? 0);
  return (
    <Modal title="Trash" onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-note text-soft">Deleted entries can be restored for 30 days.</p>
        <EntryList
          query={trash}
          empty={{
            title: "The trash is empty",
            text: "Deleted entries can be restored from here.",
          }}
        >
          {(rows) => (
            <ul ref={items} aria-label="Deleted entries" className="rounded border">
              {rows.map((version, index) => (
                <TrashItem
                  key={version.entry_id}
                  version={version}
                  name={nameOf(kind, version.entry)}
                  pending={restoring.isPending || purging.isPending}
                  onRestore={() => {
                    removedIndex.current = index;
                    restoring.mutate(version.entry_id);
                  }}
                  onPurge={() => {
                    removedIndex.current = index;
                    purging.mutate(version.entry_id);
                  }}
                />
              ))}
            </ul>
          )}
        </EntryList>
      </div>
    </Modal>
  );
}

interface TrashItemProps {
  version: Version;
  name: string;
  pending: boolean;
  onRestore: () => void;
  onPurge: () => void;
}

function TrashItem({ version, name, pending, onRestore, onPurge }: TrashItemProps) {
  const question = `Are you sure you want to delete "${name}" permanently? This cannot be undone.`;
  return (
    <li className="flex items-center gap-2 border-b py-1 ps-4 pe-2 [contain-intrinsic-height:auto_3rem] [content-visibility:auto] last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 wrap-anywhere" dir="auto">
          {name}
        </span>
        <span className="block text-small text-soft">
          Deleted {formatDateTime(version.changed_at)}
        </span>
      </span>
      <IconButton label={`Restore ${name}`} title="Restore" disabled={pending} onClick={onRestore}>
        <Undo2 aria-hidden="true" />
      </IconButton>
      <IconButton
        data-delete
        label={`Delete ${name} permanently`}
        title="Delete permanently"
        disabled={pending}
        className="hover:not-disabled:text-bad"
        onClick={() => {
          if (askToConfirm(question)) onPurge();
        }}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
