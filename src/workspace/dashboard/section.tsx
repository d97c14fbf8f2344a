import { type ReactNode, useId } from "react";
import { Link } from "react-router";

interface SectionProps {
  title: string;
  /** Leads to all of it. */
  more: { to: string; text: string };
  /** Shown while there is nothing; false otherwise. */
  nothing: string | false;
  children: ReactNode;
}

/** A part of the overview: its heading, the way to all of it, and its content. */
export function Section({ title, more, nothing, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <header className="flex items-center justify-between gap-4">
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

interface RowProps {
  /** Where it leads: a router path or an address elsewhere; null for nowhere. */
  to: string | null;
  name: string;
  icon?: ReactNode;
  /** A control before the link. */
  before?: ReactNode;
  /** Content at the end of the heading. */
  children: ReactNode;
}

/** A line of a list. */
export function Row({ to, name, icon, before, children }: RowProps) {
  const isAway = to !== null && !to.startsWith("/");
  const content = (
    <>
      {icon}
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        {name}
      </span>
      <span className="ms-auto flex shrink-0 items-center gap-2.5 text-small whitespace-nowrap text-soft tabular-nums">
        {children}
      </span>
    </>
  );
  return (
    <li className="flex items-center gap-1">
      {before}
      {to === null ? (
        <span className={ROW}>{content}</span>
      ) : (
        <Link
          to={to}
          className={ROW}
          {...(isAway && { target: "_blank", rel: "noopener noreferrer" })}
        >
          {content}
        </Link>
      )}
    </li>
  );
}

/** The list around the rows. */
export const ROWS = "m-0 list-none divide-y divide-line border-y p-0 empty:hidden";

const ROW =
  "flex min-h-10 min-w-0 flex-1 items-center gap-3 py-1.5 text-note text-ink no-underline hover:text-accent pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-soft";
