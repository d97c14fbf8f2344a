import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { logLine } from "../log/log-line.ts";

/** Bytes of the database's log file; a second file of this size is kept. */
const DATABASE_LOG_BYTES = 1_000_000;

/** Lines per second written to the database's log. */
const DATABASE_LOG_LINES_PER_SECOND = 100;

export interface BoundedLog {
  /** Accepts output in chunks of any size. */
  write(chunk: Buffer): void;
  /** The last complete lines, oldest first. */
  tail(): readonly string[];
  close(): void;
}

/** Characters without a line break after which the rest of a line is dropped. */
const LONGEST_LINE = 8192;
const TAIL = 20;

/**
 * A file of safe lines that takes at most twice `maxBytes` on disk: a full file is renamed to
 * `<file>.1`, replacing the previous one. Lines beyond `linesPerSecond` are counted, not written.
 */
export function openBoundedLog(
  file: string,
  {
    maxBytes = DATABASE_LOG_BYTES,
    linesPerSecond = DATABASE_LOG_LINES_PER_SECOND,
    now = Date.now,
  } = {},
): BoundedLog {
  const decoder = new StringDecoder("utf8");
  const tail: string[] = [];
  let descriptor = openOwn(file);
  let size = fstatSync(descriptor).size;
  let rest = "";
  let second = 0;
  let written = 0;
  let dropped = 0;
  if (size > maxBytes) rotate();

  return {
    write(chunk) {
      const lines = (rest + decoder.write(chunk)).split("\n");
      rest = (lines.pop() ?? "").slice(0, LONGEST_LINE);
      for (const line of lines) take(logLine(line));
    },
    tail: () => tail,
    close() {
      if (rest) take(logLine(rest));
      report();
      closeSync(descriptor);
    },
  };

  function take(line: string) {
    tail.push(line);
    if (tail.length > TAIL) tail.shift();
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      report();
      second = current;
      written = 0;
    }
    if (written >= linesPerSecond) dropped++;
    else append(line);
    written++;
  }

  function report() {
    if (dropped > 0) append(`(${dropped} more lines left out)`);
    dropped = 0;
  }

  function append(line: string) {
    const bytes = Buffer.from(`${line}\n`);
    if (size + bytes.length > maxBytes) rotate();
    try {
      size += writeSync(descriptor, bytes);
    } catch {
      // A full disk must not end the server because of its log.
    }
  }

  function rotate() {
    closeSync(descriptor);
    renameSync(file, `${file}.1`);
    descriptor = openOwn(file);
    size = 0;
  }
}

/** A file left behind by another account is replaced. */
function openOwn(file: string): number {
  try {
    return openSync(file, "a", 0o600);
  } catch {
    rmSync(file, { force: true });
    return openSync(file, "a", 0o600);
  }
}
