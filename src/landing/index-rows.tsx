import type { ReactNode } from "react";

export interface IndexRow {
  key: number;
  title: string;
  /** Shown beside the title where there is room; hidden from screen readers. */
  aside: string;
  body: ReactNode;
}

/** Rows that expand in place, even without JavaScript; printed expanded. */
export function IndexRows({ label, rows }: { label: string; rows: IndexRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="index" aria-label={label}>
      {rows.map(({ key, title, aside, body }) => (
        <li key={key}>
          <details>
            <summary>
              <h3>{title}</h3>
              <span className="index-stack" aria-hidden="true">
                {aside}
              </span>
            </summary>
            <div className="index-body">{body}</div>
          </details>
        </li>
      ))}
    </ul>
  );
}
