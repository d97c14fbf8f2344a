export function SkeletonRows({ rows = 4, height = "h-12" }: { rows?: number; height?: string }) {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={index} aria-hidden="true" className={`skeleton ${height}`} />
      ))}
    </div>
  );
}
