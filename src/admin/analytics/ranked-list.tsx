import { useId, useState } from "react";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { CsvButton } from "./csv-button.tsx";
import type { Ranked } from "./rankings.ts";

interface RankedListProps {
  title: string;
  /** Heading of the counts, such as `Clicks`. */
  counted: string;
  rows: Ranked[];
  /** Text shown when there are no rows. */
  empty: string;
  csv: () => string;
  /** Name of the downloaded file, without its extension. */
  fileName: string;
}

/** Names with their counts, in descending order, each with a bar for its share. */
export function RankedList({ title, counted, rows, empty, csv, fileName }: RankedListProps) {
  const [all, setAll] = useState(false);
  const heading = useId();
  const most = rows[0]?.count ?? 1;
  return (
    <section aria-labelledby={heading} className="grid min-w-0 content-start gap-2">
      <header className="flex min-h-10 items-center justify-between gap-3">
        <h2 id={heading} className="text-body font-semibold">
          {title}
        </h2>
        {rows.length > 0 && <CsvButton label={title} csv={csv} fileName={fileName} />}
      </header>
      {rows.length === 0 ? (
        <p className="border-t py-4 text-soft">{empty}</p>
      ) : (
        <table className="w-full table-fixed border-collapse text-note">
          {/* The hidden header cannot determine the column widths. */}
          <colgroup>
            <col />
            <col className="w-24" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{counted}</th>
            </tr>
          </thead>
          <tbody className="border-b">
            {rows.slice(0, all ? rows.length : FIRST_ROWS).map((row) => (
              <Row key={row.key} row={row} share={row.count / most} />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > FIRST_ROWS && (
        <Button look="quiet" className="justify-self-start" onClick={() => setAll(!all)}>
          {all ? `Show the first ${FIRST_ROWS}` : `Show all ${rows.length}`}
        </Button>
      )}
    </section>
  );
}

const FIRST_ROWS = 10;

/** Hosts are not links, because anyone can send an invented referrer to attract clicks. */
function Row({ row: { label, note, count }, share }: { row: Ranked; share: number }) {
  return (
    <tr className="border-t">
      <th scope="row" className="py-2 pe-3 text-start font-normal">
        <span className="line-clamp-3 [overflow-wrap:anywhere]">
          <bdi>{label}</bdi>
          {note && <span className="text-small text-soft"> · {note}</span>}
        </span>
        <span aria-hidden="true" className="mt-1.5 block h-1 rounded-full bg-raised">
          <span
            className="block h-full min-w-1 rounded-full bg-accent forced-colors:bg-[Highlight]"
            style={{ width: `${share * 100}%` }}
          />
        </span>
      </th>
      <td className="py-2 ps-3 text-end align-top tabular-nums">{formatCount(count)}</td>
    </tr>
  );
}
