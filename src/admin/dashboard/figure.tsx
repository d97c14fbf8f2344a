import { formatCount } from "../../lib/format.ts";

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
