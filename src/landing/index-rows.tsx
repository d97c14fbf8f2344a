import type { CSSProperties, ReactNode } from "react";

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

/** Longest list in one part, and the entries of each part of a longer one. */
const WHOLE = 50;
const PART = 25;

/**
 * A block of data without content. After any script, Chromium's parser returns to the page within 10
 * ms; otherwise only when it has read the document, or after 500 ms.
 */
const PAUSE = <script type="text/plain" />;

/**
 * Divides a long list into several, of which only those near the view are styled and laid out. The
 * browser checks the position of each part in every frame, and would that of each row. The first
 * entry of each part contains `pause`, so that the page reacts while the list is being parsed.
 */
export function inParts<T>(entries: T[]) {
  const whole = { part: entries, from: 0, className: "", style: undefined, pause: undefined };
  if (entries.length <= WHOLE) return [whole];
  return Array.from({ length: Math.ceil(entries.length / PART) }, (_, at) => {
    const part = entries.slice(at * PART, (at + 1) * PART);
    // For the estimated height in index-rows.css.
    const style = { "--rows": part.length } as CSSProperties;
    return { part, from: at * PART, className: " many", style, pause: PAUSE };
  });
}

/** Rows that expand in place, even without JavaScript; printed expanded. */
export function IndexRows({ label, rows }: { label: string; rows: IndexRow[] }) {
  if (rows.length === 0) return null;
  const hasYears = rows.some(({ year }) => year);
  return inParts(rows).map(({ part, from, className, style, pause }) => (
    <ul
      key={from}
      className={`index${hasYears ? " by-year" : ""}${className}`}
      style={style}
      aria-label={style ? `${label} ${from + 1}–${from + part.length}` : label}
    >
      {part.map(({ key, year, title, aside, body }, at) => {
        const isSameYear = from + at > 0 && year === rows[from + at - 1]?.year;
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
            {at === 0 && pause}
          </li>
        );
      })}
    </ul>
  ));
}
