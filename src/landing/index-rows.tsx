import type { ReactNode } from "react";

export interface IndexRow {
  key: number;
  /** Shown before the title, once for several rows in a row. */
  year?: string;
  title: string;
  /** Beside the title, or below it on narrow screens; with a year, only beside, in closed rows. */
  aside: string;
  /** Shown when the row is opened; a row without a body does not open. */
  body: ReactNode;
}

/** The class of a list so long that only its entries near the view are laid out. */
export const lengthClass = (entries: readonly unknown[]) => (entries.length > 50 ? " many" : "");

/** Rows that expand in place, even without JavaScript; printed expanded. */
export function IndexRows({ label, rows }: { label: string; rows: IndexRow[] }) {
  if (rows.length === 0) return null;
  const hasYears = rows.some(({ year }) => year);
  return (
    <ul className={`index${hasYears ? " by-year" : ""}${lengthClass(rows)}`} aria-label={label}>
      {rows.map(({ key, year, title, aside, body }, at) => {
        const isSameYear = at > 0 && year === rows[at - 1]?.year;
        const line = (
          <>
            {year && <span className="index-year">{isSameYear ? "" : year}</span>}
            <h3>{title}</h3>
            {aside && (
              <span className={`index-aside${year === undefined ? "" : " brief"}`}>{aside}</span>
            )}
          </>
        );
        return (
          <li key={key} className={isSameYear && year ? "same-year" : undefined}>
            {body ? (
              <details>
                <summary>{line}</summary>
                <div className="index-body">{body}</div>
              </details>
            ) : (
              <div className="index-line">{line}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
