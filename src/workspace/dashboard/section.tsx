import { type ReactNode, useId } from "react";
import { Link } from "react-router";

interface SectionProps {
  title: string;
  /** Leads to all of it. */
  more: { to: string; text: string };
  /** Shown in place of an empty list; empty when there is something. */
  nothing: string;
  children: ReactNode;
}

/** A part of the overview: its heading, the way to all of it, and its list. */
export function Section({ title, more, nothing, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <header className="flex min-h-10 items-center justify-between gap-4 pointer-coarse:min-h-11">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        <Link
          to={more.to}
          className="inline-flex min-h-10 items-center text-small text-soft hover:text-ink pointer-coarse:min-h-11"
        >
          {more.text}
        </Link>
      </header>
      {nothing && <p className="text-note text-soft">{nothing}</p>}
      {children}
    </section>
  );
}

export const ROWS = "m-0 list-none divide-y divide-line border-y p-0";

/** A row's link. */
export const ROW =
  "flex min-h-10 min-w-0 flex-1 items-center gap-3 py-1.5 text-note text-ink no-underline hover:text-accent pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-soft";

/** What stands at the end of a row. */
export const ASIDE = "ms-auto shrink-0 text-small whitespace-nowrap text-soft tabular-nums";
