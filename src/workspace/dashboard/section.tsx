import { type ReactNode, useId } from "react";
import { Link } from "react-router";

interface SectionProps {
  title: string;
  /** Link to the tool's screen. */
  more: { to: string; text: string };
  /** Text of the empty state; false when there is content. */
  nothing: string | false;
  children: ReactNode;
}

/** A section of the dashboard: heading, link to the tool, content. */
export function Section({ title, more, nothing, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <header className="flex items-center justify-between gap-4 max-md:-my-1.5">
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
  /** A router path or an external URL; null for no link. */
  to: string | null;
  name: string;
  icon?: ReactNode;
  /** A control before the link. */
  before?: ReactNode;
  /** Content after the name. */
  children: ReactNode;
}

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

/** Classes of the list around the rows. */
export const ROWS = "m-0 list-none divide-y divide-line border-y p-0 empty:hidden";

const ROW =
  "flex min-h-10 min-w-0 flex-1 items-center gap-3 py-1.5 text-note text-ink no-underline hover:text-accent pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-soft";
