// biome-ignore-all lint/a11y/useSemanticElements: every browser draws a <meter> in colors of its own.
// biome-ignore-all lint/a11y/useFocusableInteractive: it only shows something.

import { formatSize } from "../../lib/file-size.ts";
import type { DriveUsage } from "./file.ts";

/** Classes of the meter and of its placeholder. */
export const TRACK = "h-1 overflow-hidden rounded bg-raised";

export function Meter({ usage }: { usage: DriveUsage }) {
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

export const usedSpace = ({ used, quota }: DriveUsage) =>
  `${formatSize(used)} of ${formatSize(quota)} used`;
