/** The time over which the rate is measured, in milliseconds. */
const WINDOW_MS = 30_000;

/** Minimum time of measurement before an estimate is shown, in milliseconds. */
const LEAST_MS = 5_000;

/** Milliseconds for which a different estimate must last before it is shown. */
const HOLD_MS = 5_000;

/** Estimates the remaining time of a transfer, without flipping between values. */
export function createRemainingTime() {
  let samples: { sent: number; at: number }[] = [];
  let shown = "";
  /** Time since which estimates differ from the shown one. */
  let differsSince: number | null = null;
  return {
    /** @returns the time left in words; empty while it is not known. */
    measure(sent: number, size: number, now: number): string {
      samples = [...samples, { sent, at: now }].filter(({ at }) => now - at <= WINDOW_MS);
      const [first] = samples;
      if (!first || now - first.at < LEAST_MS) return shown;
      const next = inWords(((size - sent) * (now - first.at)) / (sent - first.sent));
      if (next === shown) differsSince = null;
      else differsSince ??= now;
      if (shown === "" || (differsSince !== null && now - differsSince >= HOLD_MS)) {
        shown = next;
        differsSince = null;
      }
      return shown;
    },
  };
}

/** @param milliseconds infinite when nothing is being sent. */
function inWords(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return "";
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return "less than a minute left";
  if (minutes < 57.5) {
    const step = minutes < 10 ? 1 : 5;
    return about(Math.round(minutes / step) * step, "minute");
  }
  return about(Math.round(minutes / 60), "hour");
}

const about = (count: number, unit: string) =>
  `about ${count} ${unit}${count === 1 ? "" : "s"} left`;
