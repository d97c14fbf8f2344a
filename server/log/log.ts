import { format, inspect } from "node:util";
import { LOG_EVENTS_PER_MINUTE } from "../limits/limits.ts";
import { logLine } from "./log-line.ts";

/**
 * One line per event, on standard output or standard error; no color codes, so that it reads the
 * same in a file.
 */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** `cause` is printed with its stack: for the operator, never for a visitor. */
  error(message: string, cause?: unknown): void;
}

const FRAMES = 12;
const CAUSES = 3;

/**
 * Messages and errors may contain visitor input, so every line is escaped and truncated
 * (`logLine`), and warnings and errors beyond sixty a minute are only counted.
 */
export function createLog(
  output: Pick<Console, "log" | "warn" | "error">,
  now: () => number = Date.now,
): Log {
  let minute = 0;
  let events = 0;
  const isAllowed = () => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      const dropped = events - LOG_EVENTS_PER_MINUTE;
      if (dropped > 0) output.warn(`(${dropped} more warnings and errors left out)`);
      minute = current;
      events = 0;
    }
    events++;
    return events <= LOG_EVENTS_PER_MINUTE;
  };
  return {
    info: (message) => {
      // The server's own messages may have several lines.
      for (const line of message.split("\n")) output.log(logLine(line));
    },
    warn: (message) => {
      if (isAllowed()) output.warn(logLine(message));
    },
    error: (message, cause) => {
      if (!isAllowed()) return;
      output.error(logLine(message));
      for (const line of describe(cause)) output.error(logLine(line));
    },
  };
}

/** The original functions, unaffected by changes to the globals. */
const original = {
  log: console.log.bind(console),
  warn: console.warn.bind(console),
  error: console.error.bind(console),
};

export const consoleLog: Log = createLog(original);

/**
 * Redirects what libraries print to the log, one line each. They print every query they reject, so
 * they have their own limit and cannot suppress the server's messages.
 */
export function boundConsole(target: Console = console, log: Log = createLog(original)): void {
  const print = (...parts: unknown[]) => log.warn(format(...parts));
  Object.assign(target, { log: print, info: print, debug: print, warn: print, error: print });
}

/** Discards everything; for tests that cause errors on purpose. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** An error with its stack frames and cause. Its other properties may contain visitor data. */
function describe(cause: unknown): string[] {
  const lines: string[] = [];
  let error = cause;
  for (let depth = 0; depth < CAUSES && error !== undefined; depth++) {
    if (!(error instanceof Error)) {
      lines.push(`  ${inspect(error, { depth: 1, breakLength: Number.POSITIVE_INFINITY })}`);
      break;
    }
    const { code } = error as { code?: unknown };
    lines.push(`  ${error.name}${code === undefined ? "" : ` ${code}`}: ${error.message}`);
    lines.push(...framesOf(error));
    error = error.cause;
  }
  return lines;
}

/** Only the text after the message: the message itself may look like a stack. */
function framesOf(error: Error): string[] {
  const stack = error.stack ?? "";
  const at = stack.indexOf(error.message);
  const frames = at < 0 ? stack : stack.slice(at + error.message.length);
  return frames
    .split("\n")
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, FRAMES);
}
