import type { UseQueryResult } from "@tanstack/react-query";
import { Trash2, Undo2 } from "lucide-react";
import { useRef } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { EntryList } from "../entry-list.tsx";
import { useFocusAfterRemoval } from "../row-actions.tsx";

interface TrashDialogProps<Row> {
  /** What was deleted, in the plural: "entries". */
  noun: string;
  query: UseQueryResult<Row[]>;
  itemOf: (row: Row) => TrashItem;
  pending: boolean;
  onRestore: (id: string) => void;
  onPurge: (id: string) => void;
  /** Deletes everything in the trash; without it there is no such button. */
  onEmpty?: () => void;
  onClose: () => void;
}

interface TrashItem {
  id: string;
  name: string;
  /** Shown before the time of the deletion. */
  detail?: string;
  deletedAt: string;
}

/** A trash, whose items are restored or deleted permanently. */
export function TrashDialog<Row>(props: TrashDialogProps<Row>) {
  const { noun, query, itemOf, pending, onRestore, onPurge, onEmpty, onClose } = props;
  const items = useRef<HTMLUListElement>(null);
  const removedIndex = useFocusAfterRemoval(items, query.data?.length ?? 0);
  return (
    <Modal title="Trash" onClose={onClose}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-note text-soft">Deleted {noun} can be restored for 30 days.</p>
          {onEmpty && (
            <Button
              look="danger"
              icon={<Trash2 aria-hidden="true" />}
              disabled={pending || !query.data?.length}
              onClick={() => {
                if (askToConfirm(emptyQuestion(noun))) onEmpty();
              }}
            >
              Empty Trash
            </Button>
          )}
        </div>
        <EntryList
          query={query}
          empty={{
            title: "The trash is empty",
            text: `Deleted ${noun} can be restored from here.`,
          }}
        >
          {(rows) => (
            <ul ref={items} aria-label={`Deleted ${noun}`} className="rounded border">
              {rows.map(itemOf).map((item, index) => (
                <Item
                  key={item.id}
                  item={item}
                  pending={pending}
                  onRestore={() => {
                    removedIndex.current = index;
                    onRestore(item.id);
                  }}
                  onPurge={() => {
                    removedIndex.current = index;
                    onPurge(item.id);
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

const emptyQuestion = (noun: string) =>
  `Are you sure you want to delete all ${noun} in the trash? This cannot be undone.`;

interface ItemProps {
  item: TrashItem;
  pending: boolean;
  onRestore: () => void;
  onPurge: () => void;
}

function Item({ item: { name, detail, deletedAt }, pending, onRestore, onPurge }: ItemProps) {
  const question = `Are you sure you want to delete "${name}" permanently? This cannot be undone.`;
  return (
    <li className="flex items-center gap-2 border-b py-1 ps-4 pe-2 [contain-intrinsic-height:auto_3rem] [content-visibility:auto] last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 wrap-anywhere" dir="auto">
          {name}
        </span>
        <span className="block wrap-anywhere text-small text-soft">
          {detail && (
            <>
              <bdi>{detail}</bdi>
              {" · "}
            </>
          )}
          Deleted {formatDateTime(deletedAt)}
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
