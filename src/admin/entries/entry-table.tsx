import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Classes of the cell and its head, such as `max-md:hidden` for what a phone has no room for. */
  className?: string;
}

interface EntryTableProps<Row> {
  /** What the table holds, for those who hear it: "Projects". */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The entry's own name: tells the buttons apart and is what the filter searches. */
  nameOf: (row: Row) => string;
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
  /** Ids of entries that are being removed. */
  removing?: ReadonlySet<string>;
}

/** From this many entries on, finding one by eye takes too long. */
const FILTER_FROM = 12;

/** Entries in rows, each with Edit and Delete; long lists get a filter. */
export function EntryTable<Row extends { id: string }>(props: EntryTableProps<Row>) {
  const { label, rows, columns, nameOf, onEdit, onRemove, removing } = props;
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const shown = wanted ? rows.filter((row) => nameOf(row).toLowerCase().includes(wanted)) : rows;
  return (
    <div className="grid gap-3">
      {rows.length >= FILTER_FROM && (
        <Filter value={filter} onChange={setFilter} shown={shown.length} all={rows.length} />
      )}
      <div className="overflow-x-auto rounded border bg-surface">
        <table className="w-full table-fixed" aria-label={label}>
          <thead>
            <tr className="border-b text-start text-small text-soft">
              {columns.map(({ header, className = "" }) => (
                <th key={header} scope="col" className={`px-4 py-2 text-start ${className}`}>
                  {header}
                </th>
              ))}
              <th scope="col" className="w-24 sm:w-28">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr
                key={row.id}
                className={`border-b last:border-b-0 hover:bg-raised/50 ${removing?.has(row.id) ? "opacity-50" : ""}`}
              >
                {columns.map(({ header, cell, className = "" }) => (
                  <td key={header} className={`px-4 py-2.5 align-top ${className}`}>
                    {cell(row)}
                  </td>
                ))}
                <td className="px-2 py-1.5 text-end align-top whitespace-nowrap">
                  <IconButton label={`Edit ${nameOf(row)}`} onClick={() => onEdit(row)}>
                    <Pencil aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={`Delete ${nameOf(row)}`}
                    className="hover:not-disabled:text-bad"
                    disabled={removing?.has(row.id)}
                    onClick={() => onRemove(row)}
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="px-4 py-6 text-soft">Nothing matches this filter.</p>}
      </div>
    </div>
  );
}

function Filter(props: {
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
