import type { CSSProperties } from "react";

export function SkeletonRows({ rows = 4, height = "h-12" }: { rows?: number; height?: string }) {
  return <Skeletons className="grid gap-2" looks={Array<string>(rows).fill(height)} />;
}

interface SkeletonsProps {
  /** Classes and style of the element around the placeholders. */
  className: string;
  style?: CSSProperties;
  /** The classes of each placeholder. */
  looks: readonly string[];
}

/** Placeholders while something is loading. */
export function Skeletons({ className, style, looks }: SkeletonsProps) {
  return (
    <div role="status" className={className} style={style}>
      <span className="sr-only">Loading...</span>
      {looks.map((look, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never move.
        <div key={index} aria-hidden="true" className={`skeleton ${look}`} />
      ))}
    </div>
  );
}
