import { Pencil, Trash2 } from "lucide-react";
import { memo, type ReactNode, useDeferredValue, useId, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { openByClick, useFocusAfterRemoval, useSteadyActions } from "./row-actions.ts";

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Width class such as `w-40`; columns without one share the remaining width. */
  width?: string;
  /** Classes of the cell and its header, such as `max-md:hidden` to hide it on phones. */
  className?: string;
}

interface EntryTableProps<Row> {
  /** Accessible name of the table: "Projects". */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The entry's name: labels its buttons and is what the filter searches. */
  nameOf: (row: Row) => string;
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
  /** Ids of entries that are being removed; hidden from the table. */
  removing?: ReadonlySet<string>;
}

/** Number of entries from which the filter is shown. */
const FILTER_FROM = 12;

/**
 * Number of entries from which rows outside the window are not rendered. A row with two lines then
 * changes its height when it comes into view, which moves the end of a page.
 */
const LAZY_FROM = 50;

// Of one line. Rows are laid out as boxes, because `content-visibility` does not apply to table rows.
const LAZY_ROWS = "[&>tr]:[contain-intrinsic-height:auto_3.25rem] [&>tr]:[content-visibility:auto]";

/** Entries in rows, each with Edit and Delete; long lists get a filter. */
export function EntryTable<Row extends { id: string }>(props: EntryTableProps<Row>) {
  const { label, columns, nameOf, removing } = props;
  const [filter, setFilter] = useState("");
  // Typing takes priority over rendering a long list.
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const rows = props.rows.filter(({ id }) => !removing?.has(id));
  const shown = wanted ? rows.filter((row) => nameOf(row).toLowerCase().includes(wanted)) : rows;
  const body = useRef<HTMLTableSectionElement>(null);
  const removedIndex = useFocusAfterRemoval(body, shown.length);
  const { edit, remove } = useSteadyActions(props, removedIndex);
  return (
    <div className="grid gap-3">
      {(rows.length >= FILTER_FROM || filter !== "") && (
        <Filter value={filter} onChange={setFilter} shown={shown.length} all={rows.length} />
      )}
      <div className="overflow-hidden rounded border bg-surface">
        <table className="block" aria-label={label}>
          <thead className="block">
            <tr className="flex border-b text-small text-soft">
              {columns.map(({ header, width, className = "" }) => (
                <th
                  key={header}
                  scope="col"
                  className={`px-4 py-2 text-start ${sizeOf(width)} ${className}`}
                >
                  {header}
                </th>
              ))}
              <th scope="col" className={ACTIONS}>
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body} className={`block ${shown.length >= LAZY_FROM ? LAZY_ROWS : ""}`}>
            {shown.map((row) => (
              <EntryRow
                key={row.id}
                row={row}
                columns={columns as readonly Column<{ id: string }>[]}
                name={nameOf(row)}
                onEdit={edit}
                onRemove={remove}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="px-4 py-6 text-soft">No matching entries</p>}
      </div>
    </div>
  );
}

interface EntryRowProps {
  row: { id: string };
  columns: readonly Column<{ id: string }>[];
  name: string;
  onEdit: (row: { id: string }) => void;
  onRemove: (row: { id: string }, index: number) => void;
}

const ACTIONS = "w-24 shrink-0 sm:w-28";

const sizeOf = (width: string | undefined) => (width ? `${width} shrink-0` : "min-w-0 flex-1");

// Memoized: opening an editor or typing must not re-render a thousand rows.
const EntryRow = memo(function EntryRow({ row, columns, name, onEdit, onRemove }: EntryRowProps) {
  return (
    <tr
      className="flex cursor-pointer border-b last:border-b-0 hover:bg-raised/50"
      onClick={openByClick}
    >
      {columns.map(({ header, cell, width, className = "" }) => (
        <td key={header} className={`px-4 py-2.5 ${sizeOf(width)} ${className}`}>
          {cell(row)}
        </td>
      ))}
      <td className={`px-2 py-1.5 text-end whitespace-nowrap ${ACTIONS}`}>
        <IconButton data-edit label={`Edit ${name}`} onClick={() => onEdit(row)}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton
          data-delete
          label={`Delete ${name}`}
          className="hover:not-disabled:text-bad"
          onClick={({ currentTarget }) =>
            onRemove(row, currentTarget.closest("tr")?.sectionRowIndex ?? -1)
          }
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  );
});

/** Filters a long list by name and shows how many entries match. */
export function Filter(props: {
  value: string;
  onChange: (value: string) => void;
  shown: number;
  all: number;
}) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="sr-only">
        Filter by name
      </label>
      <input
        id={id}
        type="search"
        placeholder="Filter by name"
        className={`${CONTROL} h-10 max-w-72 px-3`}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <p role="status" className="text-small text-soft tabular-nums">
        {props.shown === props.all ? `${props.all} entries` : `${props.shown} of ${props.all}`}
      </p>
    </div>
  );
}
