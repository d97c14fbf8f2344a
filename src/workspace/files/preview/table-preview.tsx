import { useMemo, useState } from "react";
import { formatCount } from "../../../lib/format.ts";
import type { TextProps } from "./loaded.tsx";
import { MoreButton } from "./more-button.tsx";
import { readTable } from "./read-table.ts";

/** Number of rows shown at first, and added by "Show more". */
const ROWS = 500;

/** Maximum number of columns, and of characters per cell. */
const MOST_COLUMNS = 100;
const MOST_CHARACTERS = 500;

/** A CSV or TSV file as a table; the first row is the header. */
export function TablePreview({ text, name, isCut }: TextProps) {
  const [count, setCount] = useState(ROWS);
  const [head = [], ...rows] = useMemo(() => readTable(text, { name, isCut }), [text, name, isCut]);
  const cells = (row: readonly string[]) =>
    row.slice(0, MOST_COLUMNS).map((cell) => cell.slice(0, MOST_CHARACTERS));
  return (
    <div className="p-5">
      <p className="mb-3 text-small text-soft tabular-nums">
        {isCut && "first "}
        {formatCount(rows.length)} {rows.length === 1 ? "row" : "rows"}
        {head.length > MOST_COLUMNS && `, the first ${MOST_COLUMNS} columns`}
      </p>
      <table className="border-collapse text-small tabular-nums whitespace-nowrap [&_td]:max-w-96 [&_td]:truncate [&_:is(td,th)]:border [&_:is(td,th)]:border-line [&_:is(td,th)]:px-2.5 [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:text-start">
        <thead className="bg-raised">
          <tr>
            {keyed(cells(head)).map(([key, cell]) => (
              <th key={key} scope="col" dir="auto" className="font-semibold">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows.slice(0, count)).map(([row, values]) => (
            <tr key={row}>
              {keyed(cells(values)).map(([key, cell]) => (
                <td key={key} dir="auto" title={cell.length > 40 ? cell : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > count && (
        <p className="my-4">
          <MoreButton onClick={() => setCount(count + ROWS)}>Show more</MoreButton>
        </p>
      )}
    </div>
  );
}

/** Rows and cells never move, so their indexes are valid keys. */
const keyed = <Item,>(items: readonly Item[]) => items.map((item, key) => [key, item] as const);
