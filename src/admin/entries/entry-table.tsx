import { memo, type ReactNode, useRef } from "react";
import type { KindName } from "../../../shared/content/kind.ts";
import { nameOf } from "../../../shared/content/kinds.ts";
import { VisibilityMark } from "./arrange/row-menu.tsx";
import { DragHandle, Sortable } from "./arrange/sortable.tsx";
import type { Listed } from "./entry-api.ts";
import { openByClick, type RowActions, RowButtons } from "./row-actions.tsx";
import type { EntryListState } from "./use-entry-list.tsx";
import { atOnce, LAZY_FROM, useReached } from "./use-reached.ts";

export interface TableColumn<Entry> {
  header: string;
  cell: (row: Entry) => ReactNode;
  /** Width class such as `w-40`; columns without one share the remaining width. */
  width?: string;
  /** Classes of the cell and its header, such as `max-md:hidden` to hide it on phones. */
  className?: string;
}

interface EntryTableProps<Name extends KindName> {
  kind: Name;
  /** Accessible name of the table: "Projects". */
  label: string;
  list: EntryListState<Listed<Name>>;
  columns: readonly TableColumn<Listed<Name>>[];
  /** Shown above the table. */
  toolbar?: ReactNode;
}

// Estimated height of one line; a row with two changes its height when it comes near the view, which
// moves the end of the page. Rows are laid out as boxes, because `content-visibility` does not
// apply to table rows.
const LAZY_ROWS = "[&>tr]:[contain-intrinsic-height:auto_3.25rem] [&>tr]:[content-visibility:auto]";

/** Entries in rows that can be moved, edited and deleted; long lists get a filter. */
export function EntryTable<Name extends KindName>(props: EntryTableProps<Name>) {
  const { kind, label, list, columns, toolbar } = props;
  const { rows, shown, whole, filter, actions, arrangement, container } = list;
  const now = atOnce(shown);
  const nameOfRow = (row: Listed<Name>) => nameOf(kind, row);
  return (
    <div ref={container} className="grid gap-3">
      {(filter || toolbar) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {filter}
          {toolbar}
        </div>
      )}
      <Sortable
        list={label}
        name={label}
        ids={rows.map(({ id }) => id)}
        nameOf={(id) => {
          const row = rows.find((one) => one.id === id);
          return row ? nameOfRow(row) : "The entry";
        }}
        onOrder={(ids) => arrangement.saveOrder(rows, ids)}
        className="overflow-hidden rounded border bg-surface"
      >
        <table className="block" aria-label={label}>
          <thead className="block">
            <tr className="flex border-b text-small text-soft">
              {rows.length > 1 && (
                <th scope="col" className={HANDLE}>
                  <span className="sr-only">Move</span>
                </th>
              )}
              {columns.map(({ header, width, className = "" }) => (
                <th
                  key={header}
                  scope="col"
                  className={`px-4 py-2 text-start ${AFTER_HANDLE} ${sizeOf(width)} ${className}`}
                >
                  {header}
                </th>
              ))}
              <th scope="col" className={ACTIONS}>
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody
            data-drop-list={label}
            className={`block ${shown.length >= LAZY_FROM ? LAZY_ROWS : ""}`}
          >
            {shown.map((row) => (
              <EntryRow
                key={row.id}
                row={row}
                columns={columns as unknown as readonly TableColumn<TableRow>[]}
                name={nameOfRow(row)}
                handle={rows.length > 1 ? (whole ? "shown" : "hidden") : null}
                actions={actions}
                now={now.has(row)}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="px-4 py-6 text-soft">No matching entries</p>}
      </Sortable>
      {list.modal}
    </div>
  );
}

interface TableRow {
  id: string;
  visibility: string;
}

interface EntryRowProps {
  row: TableRow;
  columns: readonly TableColumn<TableRow>[];
  name: string;
  /** Null in a list of one entry. */
  handle: "shown" | "hidden" | null;
  actions: RowActions;
  /** Whether the row is rendered in full at once. */
  now: boolean;
}

const ACTIONS = "w-32 shrink-0 sm:w-38";
const HANDLE = "w-10 shrink-0";
const AFTER_HANDLE = "[th.w-10+&]:ps-1 [td.w-10+&]:ps-1";

const sizeOf = (width: string | undefined) => (width ? `${width} shrink-0` : "min-w-0 flex-1");

// Memoized: opening an editor or typing must not re-render a thousand rows.
const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { row, columns, name, handle, actions } = props;
  const element = useRef<HTMLTableRowElement>(null);
  const isWhole = useReached(element, props.now);
  return (
    <tr
      ref={element}
      data-drag-item={row.id}
      className="flex cursor-pointer border-b last:border-b-0 hover:bg-raised/50"
      onClick={openByClick}
    >
      {handle && (
        <td className={`py-1.5 ${HANDLE}`}>
          {isWhole && <DragHandle name={name} hidden={handle === "hidden"} />}
        </td>
      )}
      {!isWhole && <td className="min-h-13 min-w-0 truncate px-4 py-2.5">{name}</td>}
      {isWhole &&
        columns.map(({ header, cell, width, className = "" }, index) => (
          <td
            key={header}
            data-no-drag
            className={`px-4 py-2.5 ${AFTER_HANDLE} ${sizeOf(width)} ${className}`}
          >
            {cell(row)}
            {index === 0 && <VisibilityMark visibility={row.visibility} />}
          </td>
        ))}
      {isWhole && (
        <td data-no-drag className={`py-1.5 text-end whitespace-nowrap sm:px-2 ${ACTIONS}`}>
          <RowButtons id={row.id} name={name} actions={actions} />
        </td>
      )}
    </tr>
  );
});
