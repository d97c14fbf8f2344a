import { queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ComponentType, useMemo } from "react";
import { useEditor } from "../../forms/use-editor.ts";
import { Button } from "../../ui/button.tsx";
import { HeaderActions } from "../shell/header-actions.tsx";
import { PageHeader } from "../shell/page-header.tsx";
import { type ArrangedEntry, type DatedEntry, inPageOrder, moved } from "./arrange/arrangement.ts";
import { OrderNote } from "./arrange/order-note.tsx";
import { visibilityActions } from "./arrange/row-menu.tsx";
import { useArrangement } from "./arrange/use-arrangement.ts";
import { useFirstPlaceOffer } from "./arrange/use-first-place-offer.ts";
import type { EntryApi } from "./entry-api.ts";
import { EntryList } from "./entry-list.tsx";
import { type Column, EntryTable } from "./entry-table.tsx";
import type { EntryState } from "./history/history-api.ts";
import { useTrash } from "./history/trash.tsx";
import { useHistory } from "./history/use-history.tsx";
import { useRemoveEntry } from "./use-remove-entry.ts";

export interface EditorProps<Row> {
  /** The stored row; null for a new entry, undefined when it no longer exists. */
  row: Row | null | undefined;
  /** An id, or "new". */
  editing: string;
  onClose: () => void;
}

/** What the screens with one list of entries have in common. */
type ListedEntry = ArrangedEntry & DatedEntry;

interface EntriesPageProps<Row extends ListedEntry> {
  /** The screen's heading: "Manage Projects". */
  title: string;
  text: string;
  /** The button that opens an empty editor: "Add Project". */
  addLabel: string;
  empty: { title: string; text: string };
  api: Pick<EntryApi<Row, never>, "table" | "list" | "remove">;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  /** Prefix of the alert shown when a removal fails: "Error deleting project". */
  removeFailure: string;
  Editor: ComponentType<EditorProps<Row>>;
}

/** A screen with one list of entries and its editor. The URL says which entry is open. */
export function EntriesPage<Row extends ListedEntry>(props: EntriesPageProps<Row>) {
  const { title, text, addLabel, empty, api, columns, nameOf, Editor } = props;
  const { queryKey, ...query } = listQuery(api);
  const entries = useQuery({ queryKey, ...query });
  const arrangement = useArrangement<Row>(api.table, entries.data ?? NONE);
  const rows = useMemo(() => inPageOrder(arrangement.rows), [arrangement.rows]);
  useFirstPlaceOffer(entries.data && rows, nameOf, (id) =>
    arrangement.saveOrder(
      rows,
      moved(
        rows.map((row) => row.id),
        id,
        0,
      ),
    ),
  );
  const { editing, add, edit, close } = useEditor();
  const { removeEntry, removing } = useRemoveEntry({
    table: api.table,
    listKey: queryKey,
    remove: api.remove,
    failure: props.removeFailure,
  });
  const history = useHistory(api.table, { rows: entries.data ?? NONE, nameOf });
  const trash = useTrash({
    list: api.table,
    nameOf: (entry: EntryState) => nameOf(entry as unknown as Row),
  });
  const addButton = (
    <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={add}>
      {addLabel}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        text={text}
        actions={<HeaderActions primary={addButton} more={[trash.action]} />}
      />
      <EntryList query={entries} empty={empty}>
        {() => (
          <EntryTable
            label={title.replace("Manage ", "")}
            rows={rows}
            columns={columns}
            nameOf={nameOf}
            onEdit={({ id }) => edit(id)}
            onRemove={(row) =>
              removeEntry(row.id, nameOf(row), `Are you sure you want to delete "${nameOf(row)}"?`)
            }
            removing={removing}
            onOrder={(ids) => arrangement.saveOrder(rows, ids)}
            menuOf={(row) => [
              {
                title: "Visibility",
                actions: visibilityActions(row.visibility, (chosen) =>
                  arrangement.saveVisibility(row, chosen),
                ),
              },
              { actions: [history.actionOf(row)] },
            ]}
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
      {history.modal}
      {trash.modal}
      {editing !== null && (entries.data || editing === "new") && (
        <Editor key={editing} row={rowOf(entries, editing)} editing={editing} onClose={close} />
      )}
    </>
  );
}

const NONE: readonly never[] = [];

function listQuery<Row extends ListedEntry>(api: Pick<EntryApi<Row, never>, "table" | "list">) {
  return queryOptions({ queryKey: [api.table, "list"], queryFn: api.list });
}

function rowOf<Row extends ListedEntry>({ data }: UseQueryResult<Row[]>, editing: string) {
  return editing === "new" ? null : data?.find(({ id }) => id === editing);
}
