import { format as formatParts, inspect } from "node:util";
import { DATABASE_AWAY, isDatabaseAway } from "../database/database-away.ts";
import { currentRequestId } from "../observability/request-id.ts";
import { limitPerMinute } from "./limit-per-minute.ts";
import { logLine } from "./log-line.ts";

/** Maximum warnings and errors a minute, so that visitors cannot fill the disk. */
const LOG_EVENTS_PER_MINUTE = 60;

/** Prints one line per event, without color codes, so that a file reads the same. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** `cause` is printed with its stack, for the operator only. */
  error(message: string, cause?: unknown): void;
}

const FRAMES = 12;
const CAUSES = 3;

/** `json` prints one object per event, for programs that collect logs. */
export type LogFormat = "text" | "json";

/**
 * Messages and errors may contain visitor input, so every line is escaped and truncated
 * (`logLine`), and warnings and errors beyond sixty a minute are only counted. Events caused by a
 * request are logged with its id.
 */
export function createLog(
  output: Output,
  { format = "text", now = Date.now }: { format?: LogFormat; now?: () => number } = {},
): Log {
  const print = (format === "json" ? jsonPrinter : textPrinter)(output, now);
  const isAllowed = limitPerMinute(LOG_EVENTS_PER_MINUTE, now, (dropped) =>
    print("warn", [`(${dropped} more warnings and errors left out)`]),
  );
  return {
    // The server's own messages may have several lines.
    info: (message) => print("info", message.split("\n")),
    warn: (message) => {
      if (isAllowed()) print("warn", [message]);
    },
    error: (message, cause) => {
      if (isAllowed()) print("error", [message], describe(cause));
    },
  };
}

type Output = Pick<Console, "log" | "warn" | "error">;
type Level = "info" | "warn" | "error";
type Print = (level: Level, message: string[], cause?: string[]) => void;

function textPrinter(output: Output): Print {
  return (level, message, cause = []) => {
    const id = currentRequestId();
    for (const line of [...message, ...cause]) {
      streamOf(output, level)(logLine(id ? `[${id}] ${line}` : line));
    }
  };
}

/** Message and cause are truncated by line, because the whole must remain valid JSON. */
function jsonPrinter(output: Output, now: () => number): Print {
  return (level, message, cause = []) => {
    const event = {
      time: new Date(now()).toISOString(),
      level,
      message: message.map(logLine).join("\n"),
      request: currentRequestId(),
      cause: cause.length > 0 ? cause.map(logLine) : undefined,
    };
    streamOf(output, level)(JSON.stringify(event));
  };
}

function streamOf(output: Output, level: Level): (line: string) => void {
  return level === "info" ? output.log : output[level];
}

/** The original functions, unaffected by changes to the globals. */
const original = {
  log: console.log.bind(console),
  warn: console.warn.bind(console),
  error: console.error.bind(console),
};

/** Prints to this process's standard output and standard error. */
export function createConsoleLog(format: LogFormat): Log {
  return createLog(original, { format });
}

export const consoleLog: Log = createConsoleLog("text");

/** Prints one line to standard output as it is. */
export const printLine: (line: string) => void = original.log;

/**
 * Redirects output of libraries to the log, one line each. They print every query that they reject,
 * so they have a separate limit and cannot suppress the server's messages.
 */
export function boundConsole(log: Log = createConsoleLog("text"), target: Console = console): void {
  const print = (...parts: unknown[]) => {
    // The gateway reports an unavailable database once for all requests.
    if (!parts.some((part) => isDatabaseAway(part) || isDatabaseAway(causeOf(part))))
      log.warn(formatParts(...parts));
  };
  Object.assign(target, { log: print, info: print, debug: print, warn: print, error: print });
}

const causeOf = (part: unknown) => (part as { cause?: unknown } | null)?.cause;

/** Discards everything; for tests that cause errors intentionally. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** An error with its stack frames and cause. Its other properties may contain visitor data. */
function describe(cause: unknown): string[] {
  const lines: string[] = [];
  let error = cause;
  for (let depth = 0; depth < CAUSES && error !== undefined; depth++) {
    if (isDatabaseAway(error)) return [`  ${DATABASE_AWAY}`];
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

/** Returns only frames after the message, because the message itself may look like a stack. */
function framesOf(error: Error): string[] {
  const stack = error.stack ?? "";
  const at = stack.indexOf(error.message);
  const frames = at < 0 ? stack : stack.slice(at + error.message.length);
  return frames
    .split("\n")
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, FRAMES);
}
