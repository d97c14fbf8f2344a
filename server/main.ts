import { setFlagsFromString } from "node:v8";
import { parseConfig, SETTINGS } from "./config.ts";
import { isDatabaseAway } from "./database/database-away.ts";
import { boundConsole, consoleLog, createConsoleLog } from "./log/log.ts";
import { PlainError } from "./plain-error.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { onStopSignal } from "./stop-signals.ts";
import { describeUnknownVariables } from "./unknown-variables.ts";

/** Milliseconds after which a stop that hangs is cut short. */
const STOP_LIMIT_MS = 60_000;

/**
 * Percent of the memory in use by which it may grow until garbage is collected. V8 waits until it is
 * up to four times as much: 10,000 requests leave 100 MB, of which nothing is in use.
 */
const HEAP_GROWTH_PERCENT = 50;

/**
 * Runs the server until a signal stops it: what `npm start` does once everything is built. A signal
 * during the start, and a second one, end it at once. Exits with 0 after a stop, 130 after one that
 * was cut short, 1 when it could not start or keep running.
 */
export async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  let server: RunningServer | null = null;
  let stopping = false;
  let log = consoleLog;

  async function stop(exitCode: number) {
    if (stopping) return;
    stopping = true;
    // A broken component may never stop.
    setTimeout(() => process.exit(exitCode || 1), STOP_LIMIT_MS).unref();
    try {
      await server?.stop();
    } catch (error) {
      log.error("Foyer did not stop cleanly.", error);
      process.exit(1);
    }
    process.exit(exitCode);
  }

  // The reader of the output is gone, such as a closed terminal. Reporting that would fail as well,
  // in a loop; the server keeps running until it is told to stop.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  onStopSignal((signal) => {
    // An interrupted start is resumed by the next one, wherever it stopped.
    if (!server) process.exit(0);
    log.info(`${signal}: finishing running requests and stopping the database …`);
    void stop(0);
  });
  // A query that nothing awaits any more, such as a rollback, failed with its connection. This is
  // not fatal: pending callers get the error, and the next query reconnects.
  process.on("unhandledRejection", (reason) => {
    if (!isDatabaseAway(reason)) throw reason;
    log.warn("A query was lost with its connection to the database.");
  });
  process.on("uncaughtException", (error) => {
    log.error("Foyer stops because of an unexpected error.", error);
    void stop(1);
  });

  try {
    const config = parseConfig(process.env);
    log = createConsoleLog(config.logFormat);
    boundConsole(createConsoleLog(config.logFormat));
    for (const sentence of describeUnknownVariables(process.env, SETTINGS)) log.warn(sentence);
    server = await startServer({
      config,
      log,
      onGone: (error) => {
        log.error(`Foyer stops: ${error.message}`);
        void stop(1);
      },
    });
  } catch (error) {
    // Unescaped: it contains paths that may be longer than a log line.
    if (error instanceof PlainError) process.stderr.write(`${error.message}\n`);
    else log.error("Foyer could not start.", error);
    process.exit(1);
  }
}
