import type { UseQueryResult } from "@tanstack/react-query";
import { Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { EntryList } from "../entry-list.tsx";
import { useFocusAfterRemoval } from "../row-actions.tsx";

interface TrashDialogProps<Row> {
  /** Plural noun for the deleted things: "entries". */
  noun: string;
  query: UseQueryResult<Row[]>;
  itemOf: (row: Row) => TrashItem;
  pending: boolean;
  onRestore: (id: string) => void;
  onPurge: (id: string) => void;
  /** Deletes everything in the trash; without this action, the dialog has no such button. */
  onEmpty?: () => void;
  onClose: () => void;
  /** Texts that replace those of the trash. */
  texts?: Partial<TrashTexts>;
  /** Shown below the list. */
  children?: ReactNode;
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
  const { noun, query, itemOf, pending, onRestore, onPurge, onEmpty, onClose, children } = props;
  const texts = { ...trashTexts(noun), ...props.texts };
  const items = useRef<HTMLUListElement>(null);
  const removedIndex = useFocusAfterRemoval(items, query.data?.length ?? 0);
  return (
    <Modal title={texts.title} onClose={onClose}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-note text-soft">{texts.note}</p>
          {onEmpty && (
            <Button
              look="danger"
              icon={<Trash2 aria-hidden="true" />}
              disabled={pending || !query.data?.length}
              onClick={() => {
                if (askToConfirm(texts.question)) onEmpty();
              }}
            >
              Empty {texts.title}
            </Button>
          )}
        </div>
        <EntryList query={query} empty={{ title: texts.empty, text: texts.emptyText }}>
          {(rows) => (
            <ul ref={items} aria-label={texts.list} className="rounded border">
              {rows.map(itemOf).map((item, index) => (
                <Item
                  key={item.id}
                  item={item}
                  texts={texts}
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
        {children}
      </div>
    </Modal>
  );
}

type TrashTexts = ReturnType<typeof trashTexts>;

const trashTexts = (noun: string) => ({
  title: "Trash",
  note: `Deleted ${noun} can be restored for 30 days.`,
  empty: "The trash is empty",
  emptyText: `Deleted ${noun} can be restored from here.`,
  /** Accessible name of the list. */
  list: `Deleted ${noun}`,
  /** Question before the trash is emptied. */
  question: `Are you sure you want to delete all ${noun} in the trash? This cannot be undone.`,
  restore: "Restore",
  /** Label before the time of an item. */
  since: "Deleted",
});

interface ItemProps {
  item: TrashItem;
  texts: TrashTexts;
  pending: boolean;
  onRestore: () => void;
  onPurge: () => void;
}

function Item({ item, texts, pending, onRestore, onPurge }: ItemProps) {
  const { name, detail, deletedAt } = item;
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
          {texts.since} {formatDateTime(deletedAt)}
        </span>
      </span>
      <IconButton
        label={`${texts.restore} ${name}`}
        title={texts.restore}
        disabled={pending}
        onClick={onRestore}
      >
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
