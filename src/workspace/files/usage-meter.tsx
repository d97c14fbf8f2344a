// biome-ignore-all lint/a11y/useSemanticElements: every browser draws a <meter> in colors of its own.
// biome-ignore-all lint/a11y/useFocusableInteractive: it only shows something.
import { useQuery } from "@tanstack/react-query";
import { formatSize } from "../../lib/file-size.ts";
import type { DriveUsage } from "./file.ts";
import { usageQuery } from "./files-queries.ts";

/**
 * How much space is used, including trash and running uploads, and how large one file may be. As tall
 * before the answer as after it: on a phone the files are below, and must not move under a finger.
 */
export function UsageMeter({ userId }: { userId: string }) {
  const { data, isError } = useQuery(usageQuery(userId));
  const unknown = isError ? "The space used is unknown." : EMPTY_LINE;
  return (
    <div className="grid w-full max-w-72 gap-1.5">
      <p className="text-small text-soft tabular-nums">{data ? usedSpace(data) : unknown}</p>
      {data ? <Meter usage={data} /> : <div className={TRACK} />}
      <p className="text-small text-soft tabular-nums">
        {data ? `Up to ${formatSize(data.file_limit)} per file` : EMPTY_LINE}
      </p>
    </div>
  );
}

const EMPTY_LINE = "\u00a0";
const TRACK = "h-1 overflow-hidden rounded bg-raised";

function Meter({ usage }: { usage: DriveUsage }) {
  const { used, quota } = usage;
  const share = quota > 0 ? Math.min(used / quota, 1) : 1;
  return (
    <div
      role="meter"
      aria-label="Storage used"
      aria-valuemin={0}
      aria-valuemax={quota}
      aria-valuenow={Math.min(used, quota)}
      aria-valuetext={usedSpace(usage)}
      className={TRACK}
    >
      <div
        className={`h-full forced-colors:bg-[Highlight] ${share > 0.9 ? "bg-bad" : "bg-accent"}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}

const usedSpace = ({ used, quota }: DriveUsage) =>
  `${formatSize(used)} of ${formatSize(quota)} used`;
