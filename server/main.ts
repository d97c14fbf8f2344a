import { setFlagsFromString } from "node:v8";
import { parseConfig, SETTINGS } from "./config.ts";
import { isDatabaseAway } from "./database/database-away.ts";
import { boundConsole, consoleLog, createConsoleLog } from "./log/log.ts";
import { PlainError } from "./plain-error.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { onStopSignal } from "./stop-signals.ts";
import { describeUnknownVariables } from "./unknown-variables.ts";

/** Milliseconds after which a hanging stop is aborted. */
const STOP_LIMIT_MS = 60_000;

/**
 * Percentage by which the heap may grow before garbage is collected. By default, V8 lets it grow up
 * to four times: 10,000 requests leave 100 MB of garbage.
 */
const HEAP_GROWTH_PERCENT = 50;

/**
 * Runs the server until a signal stops it; `npm start` calls this after the build. A signal during
 * the start, or a second one, ends it at once. Exits with 0 after a stop, 130 after an aborted one,
 * 1 if the server could not start or keep running.
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

  // The reader of the output has gone away. Reporting this would fail in a loop.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  onStopSignal((signal) => {
    // The next start resumes an interrupted one.
    if (!server) process.exit(0);
    log.info(`${signal}: finishing running requests and stopping the database …`);
    void stop(0);
  });
  // A failed connection is not fatal: callers get the error, and the next query reconnects.
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
    // Printed unescaped, because the message contains paths that may be longer than a log line.
    if (error instanceof PlainError) process.stderr.write(`${error.message}\n`);
    else log.error("Foyer could not start.", error);
    process.exit(1);
  }
}
