import type { ReactNode } from "react";

export interface IndexRow {
  key: number;
  title: string;
  /** Shown beside the title where there is room; read to nobody. */
  aside: string;
  body: ReactNode;
}

/** Ruled rows that open in place, also without JavaScript; printed with their text. */
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
