// biome-ignore-all lint/a11y/useSemanticElements: every browser draws a <meter> in colors of its own.
// biome-ignore-all lint/a11y/useFocusableInteractive: it only shows something.
import { useQuery } from "@tanstack/react-query";
import { formatSize } from "../../lib/file-size.ts";
import { usageQuery } from "./files-queries.ts";

/** How much space is used, including trash and running uploads, and how large one file may be. */
export function UsageMeter({ userId }: { userId: string }) {
  const { data, isError } = useQuery(usageQuery(userId));
  if (!data) return <NoUsage failed={isError} />;
  const { used, quota, file_limit } = data;
  const share = quota > 0 ? Math.min(used / quota, 1) : 1;
  const text = `${formatSize(used)} of ${formatSize(quota)} used`;
  return (
    <div className={LAYOUT}>
      <p className="text-small text-soft tabular-nums">{text}</p>
      <div
        role="meter"
        aria-label="Storage used"
        aria-valuemin={0}
        aria-valuemax={quota}
        aria-valuenow={Math.min(used, quota)}
        aria-valuetext={text}
        className="h-1 overflow-hidden rounded bg-raised"
      >
        <div
          className={`h-full forced-colors:bg-[Highlight] ${share > 0.9 ? "bg-bad" : "bg-accent"}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="text-small text-soft tabular-nums">Up to {formatSize(file_limit)} per file</p>
    </div>
  );
}

const LAYOUT = "grid w-full max-w-72 gap-1.5";

/** As tall as the meter: on a phone the files are below it, and must not move under a finger. */
function NoUsage({ failed }: { failed: boolean }) {
  return (
    <div className={LAYOUT}>
      <p className="text-small text-soft">{failed ? "The space used is unknown." : "\u00a0"}</p>
      <div aria-hidden="true" className="h-1 rounded bg-raised" />
      <p className="text-small">{"\u00a0"}</p>
    </div>
  );
}
