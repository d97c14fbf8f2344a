import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ComponentType, useEffect, useRef } from "react";
import { toast } from "sonner";
import type { DatedKind, Row } from "../../../shared/content/kind.ts";
import { kinds, nameOf } from "../../../shared/content/kinds.ts";
import { useEditor } from "../../forms/use-editor.ts";
import { shorten } from "../../lib/shorten.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { HeaderActions } from "../shell/header-actions.tsx";
import { inPageOrder, moved } from "./arrange/arrangement.ts";
import { OrderNote } from "./arrange/sortable.tsx";
import { entriesQuery, type Listed } from "./entry-api.ts";
import { EntryList } from "./entry-list.tsx";
import { EntryTable, type TableColumn } from "./entry-table.tsx";
import { useTrash } from "./history/trash.tsx";
import { useEntryList } from "./use-entry-list.tsx";

export interface EditorProps<Entry> {
  /** The stored row; null for a new entry, undefined for a deleted one. */
  row: Entry | null | undefined;
  /** An id, or "new". */
  editing: string;
  onClose: () => void;
}

interface EntriesPageProps<Name extends DatedKind> {
  kind: Name;
  columns: readonly TableColumn<Listed<Name>>[];
  Editor: ComponentType<EditorProps<Row<Name>>>;
}

/** A screen with one list of entries and its editor. The URL names the open entry. */
export function EntriesPage<Name extends DatedKind>(props: EntriesPageProps<Name>) {
  const { kind, columns, Editor } = props;
  const { name, one, text, empty } = kinds[kind];
  const entries = useQuery(entriesQuery(kind));
  const { editing, add, edit, close } = useEditor();
  const list = useEntryList<DatedKind>(kind, entries.data ?? NONE, {
    sort: inPageOrder,
    onEdit: edit,
  });
  const { rows, arrangement } = list;
  useFirstPlaceOffer(
    entries.data && rows,
    (row) => nameOf(kind, row),
    (id) => {
      const ids = rows.map((row) => row.id);
      arrangement.saveOrder(rows, moved(ids, id, 0));
    },
  );
  const trash = useTrash(kind);
  const row = editing === "new" ? null : entries.data?.find(({ id }) => id === editing);
  return (
    <>
      <PageHeader
        text={text}
        actions={
          <HeaderActions
            primary={
              <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={add}>
                Add {one}
              </Button>
            }
            more={[trash.action]}
          />
        }
      />
      <EntryList query={entries} empty={empty}>
        {() => (
          <EntryTable
            kind={kind}
            label={name}
            list={list as never}
            columns={columns}
            toolbar={
              rows.some(({ position }) => position !== null) && (
                <OrderNote
                  action="Use the newest first"
                  onReset={() => arrangement.resetOrder(rows)}
                />
              )
            }
          />
        )}
      </EntryList>
      {trash.modal}
      {editing !== null && (entries.data || editing === "new") && (
        <Editor key={editing} row={row} editing={editing} onClose={close} />
      )}
    </>
  );
}

const NONE: readonly never[] = [];

interface DatedRow {
  id: string;
  start_month?: string | null;
}

/**
 * Offers the first place to an entry that was added or dated just now, starts later than all others
 * and is not first.
 * @param rows in order; undefined until they are loaded.
 */
function useFirstPlaceOffer<Row extends DatedRow>(
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
  moveFirst: (id: string) => void,
): void {
  const before = useRef<ReadonlyMap<string, string | null> | null>(null);
  useEffect(() => {
    const known = before.current;
    before.current = rows ? new Map(rows.map((row) => [row.id, startOf(row)])) : null;
    // Shown only in the tab where the owner works.
    if (!rows || !known || !document.hasFocus()) return;
    const latest = latestOf(rows);
    if (!latest || rows[0] === latest || known.get(latest.id) === startOf(latest)) return;
    toast(`“${shorten(nameOf(latest), 40)}” starts later than all others.`, {
      action: { label: "Move to top", onClick: () => moveFirst(latest.id) },
      duration: 15_000,
    });
  });
}

/** The entry that started last; undefined when several did, or none has a date. */
function latestOf<Row extends DatedRow>(rows: readonly Row[]): Row | undefined {
  const starts = rows.map(startOf).filter((start) => start !== null);
  const last = starts.reduce((one, other) => (other > one ? other : one), "");
  const latest = rows.filter((row) => startOf(row) === last);
  return latest.length === 1 ? latest[0] : undefined;
}

const startOf = ({ start_month }: DatedRow) => start_month ?? null;
