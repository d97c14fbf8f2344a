import { formatDuration } from "../../shared/format-duration.ts";
import type { Progress } from "../archive/source-and-target.ts";

/** Milliseconds between two lines where nothing can be overwritten, such as in a log file. */
const PLAIN_LINE_MS = 10_000;

/** Milliseconds between two updates of the line in a terminal. */
const TERMINAL_LINE_MS = 200;

export interface ProgressLine {
  show(progress: Progress): void;
  /** Ends the line in a terminal. */
  end(): void;
}

/** Shows the progress of a command: one line that is overwritten, or one line every 10 seconds. */
export function createProgressLine(
  output: NodeJS.WritableStream & { isTTY?: boolean },
): ProgressLine {
  const terminal = output.isTTY === true;
  const every = terminal ? TERMINAL_LINE_MS : PLAIN_LINE_MS;
  const started = Date.now();
  let shown = terminal ? 0 : started;
  let drawn = false;
  return {
    show(progress) {
      const time = Date.now();
      if (time - shown < every) return;
      shown = time;
      drawn = terminal;
      const text = describeProgress(progress, time - started);
      output.write(terminal ? `\r${text}\u001b[K` : `${text}\n`);
    },
    end() {
      if (drawn) output.write("\r\u001b[K");
      drawn = false;
    },
  };
}

/** Formats progress like `1.2 GB of 5.0 GB, 64 of 103 files, 48 MB/s, 1 min 20 s left`. */
export function describeProgress(progress: Progress, elapsedMs: number): string {
  const { total, bytes, fileBytes } = progress;
  const parts =
    total.files > 0 ? [`${formatBytes(fileBytes)} of ${formatBytes(total.fileBytes)}`] : [];
  // The files come after the rows, so the current part is named.
  if (progress.rows < total.rows)
    parts.unshift(`${count(progress.rows)} of ${count(total.rows)} rows`);
  else parts.push(`${count(progress.files)} of ${count(total.files)} files`);
  const rate = bytes / Math.max(elapsedMs / 1000, 0.001);
  parts.push(`${formatBytes(rate)}/s`);
  if (total.files > 0 && rate > 0 && elapsedMs > 2000) {
    parts.push(`${formatDuration(((total.fileBytes - fileBytes) / rate) * 1000)} left`);
  }
  return parts.join(", ");
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** Such as `4.8 MB`; a kilobyte has 1024 bytes, as everywhere in the drive. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** power;
  return `${amount.toFixed(power === 0 || amount >= 10 ? 0 : 1)} ${bytes === 1 ? "byte" : UNITS[power]}`;
}

export const count = (number: number): string => number.toLocaleString("en-US");
