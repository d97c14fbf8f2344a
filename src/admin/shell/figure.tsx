import { formatCount } from "../../lib/format.ts";

interface NotedFigureProps {
  label: string;
  /** Small text below the label, such as the period. */
  note: string;
  /** Undefined while it loads. */
  value: number | undefined;
}

/** A number with its label, in a definition list. */
export function NotedFigure({ label, note, value }: NotedFigureProps) {
  return (
    <div className="flex items-center justify-between gap-3 bg-surface px-4 py-3 sm:grid sm:content-between sm:gap-4 sm:p-5">
      <dt className="text-small">
        <span className="block text-ink">{label}</span>
        <span className="block text-soft">{note}</span>
      </dt>
      <dd className="m-0">
        <Figure value={value} />
      </dd>
    </div>
  );
}

/** One large number, or a placeholder of the same size while it loads. */
export function Figure({ value, accent = false }: { value: number | undefined; accent?: boolean }) {
  if (value === undefined) {
    return (
      <span className="block py-0.5">
        <span className="sr-only">Loading...</span>
        <span aria-hidden="true" className="skeleton block h-7 w-14" />
      </span>
    );
  }
  return (
    <span
      className={`min-w-0 text-[1.75rem] leading-8 font-semibold tracking-tight tabular-nums ${accent ? "text-accent" : "text-ink"}`}
    >
      {formatCount(value)}
    </span>
  );
}
