import { Pencil, Trash2 } from "lucide-react";
import {
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from "react";
import { IconButton } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { moved } from "./arrange/arrangement.ts";
import { moveActions, RowMenu, type RowMenuGroups, VisibilityMark } from "./arrange/row-menu.tsx";
import { DragHandle, Sortable } from "./arrange/sortable.tsx";
import { openByClick, useFocusAfterRemoval, useSteadyActions } from "./row-actions.ts";

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Width class such as `w-40`; columns without one share the remaining width. */
  width?: string;
  /** Classes of the cell and its header, such as `max-md:hidden` to hide it on phones. */
  className?: string;
}

interface TableRow {
  id: string;
  visibility: string;
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
  /** @param ids every entry, in the new order. */
  onOrder: (ids: string[]) => void;
  /** Further groups of a row's menu. */
  menuOf: (row: Row) => RowMenuGroups;
  /** Shown above the table. */
  toolbar?: ReactNode;
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

/** Entries in rows that can be moved, edited and deleted; long lists get a filter. */
export function EntryTable<Row extends TableRow>(props: EntryTableProps<Row>) {
  const { label, columns, nameOf, onOrder, removing, toolbar } = props;
  const [filter, setFilter] = useState("");
  // Typing takes priority over rendering a long list.
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const rows = props.rows.filter(({ id }) => !removing?.has(id));
  const shown = wanted ? rows.filter((row) => nameOf(row).toLowerCase().includes(wanted)) : rows;
  const body = useRef<HTMLTableSectionElement>(null);
  const removedIndex = useFocusAfterRemoval(body, shown.length);
  const { edit, remove } = useSteadyActions(props, removedIndex);
  const movable = rows.length > 1 && shown.length === rows.length;
  const groupsOf = useGroups(props, rows, movable);
  const hasFilter = rows.length >= FILTER_FROM || filter !== "";
  const ids = rows.map(({ id }) => id);
  return (
    <div className="grid gap-3">
      {(hasFilter || toolbar) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {hasFilter && (
            <Filter value={filter} onChange={setFilter} shown={shown.length} all={rows.length} />
          )}
          {toolbar}
        </div>
      )}
      <Sortable
        list={label}
        name={label}
        ids={ids}
        nameOf={(id) => nameIn(rows, id, nameOf)}
        onOrder={onOrder}
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
            ref={body}
            data-drop-list={label}
            className={`block ${shown.length >= LAZY_FROM ? LAZY_ROWS : ""}`}
          >
            {shown.map((row) => (
              <EntryRow
                key={row.id}
                row={row}
                columns={columns as readonly Column<TableRow>[]}
                name={nameOf(row)}
                handle={movable ? "shown" : rows.length > 1 ? "hidden" : null}
                groupsOf={groupsOf}
                onEdit={edit}
                onRemove={remove}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="px-4 py-6 text-soft">No matching entries</p>}
      </Sortable>
    </div>
  );
}

/** The groups of a row's menu, as a function with a stable identity. */
function useGroups<Row extends TableRow>(
  { onOrder, menuOf }: EntryTableProps<Row>,
  rows: readonly Row[],
  movable: boolean,
) {
  const latest = useLatest((id: string): RowMenuGroups => {
    const index = rows.findIndex((row) => row.id === id);
    const row = rows[index];
    if (!row) return [];
    const ids = rows.map((one) => one.id);
    const move = moveActions(rows.length, index, (to) => onOrder(moved(ids, id, to)));
    return [...(movable ? [{ actions: move }] : []), ...menuOf(row)];
  });
  return useCallback((id: string) => latest.current(id), [latest]);
}

function nameIn<Row extends TableRow>(
  rows: readonly Row[],
  id: string,
  nameOf: (row: Row) => string,
): string {
  const row = rows.find((one) => one.id === id);
  return row ? nameOf(row) : "The entry";
}

interface EntryRowProps {
  row: TableRow;
  columns: readonly Column<TableRow>[];
  name: string;
  /** Null in a list of one entry. */
  handle: "shown" | "hidden" | null;
  groupsOf: (id: string) => RowMenuGroups;
  onEdit: (row: { id: string }) => void;
  onRemove: (row: { id: string }, index: number) => void;
}

const ACTIONS = "w-32 shrink-0 sm:w-38";
const HANDLE = "w-10 shrink-0";
const AFTER_HANDLE = "[th.w-10+&]:ps-1 [td.w-10+&]:ps-1";

const sizeOf = (width: string | undefined) => (width ? `${width} shrink-0` : "min-w-0 flex-1");

// Memoized: opening an editor or typing must not re-render a thousand rows.
const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { row, columns, name, handle, groupsOf, onEdit, onRemove } = props;
  return (
    <tr
      data-drag-item={row.id}
      className="flex cursor-pointer border-b last:border-b-0 hover:bg-raised/50"
      onClick={openByClick}
    >
      {handle && (
        <td className={`py-1.5 ${HANDLE}`}>
          <DragHandle name={name} hidden={handle === "hidden"} />
        </td>
      )}
      {columns.map(({ header, cell, width, className = "" }, index) => (
        <td
          key={header}
          data-no-drag
          className={`px-4 py-2.5 ${AFTER_HANDLE} ${sizeOf(width)} ${className}`}
        >
          {cell(row)}
          {index === 0 && <VisibilityMark visibility={row.visibility} />}
        </td>
      ))}
      <td data-no-drag className={`py-1.5 text-end whitespace-nowrap sm:px-2 ${ACTIONS}`}>
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
        <RowMenu name={name} groups={() => groupsOf(row.id)} />
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
    <div className="flex grow flex-wrap items-center gap-3">
      <label htmlFor={id} className="sr-only">
        Filter by name
      </label>
      <input
        id={id}
        type="search"
        placeholder="Filter by name"
        className={`${CONTROL} h-10 max-w-72 flex-1 basis-40 px-3`}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <p role="status" className="text-small text-soft tabular-nums">
        {props.shown === props.all ? `${props.all} entries` : `${props.shown} of ${props.all}`}
      </p>
    </div>
  );
}
