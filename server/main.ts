import { ConfigError, parseConfig } from "./config.ts";
import { ClusterError } from "./database/binaries.ts";
import { DirectoryInUseError } from "./database/directory-lock.ts";
import { MigrationError } from "./database/migrate.ts";
import { UnsuitableDatabaseError } from "./database/system-schema.ts";
import { ListenError } from "./listen.ts";
import { consoleLog } from "./log.ts";
import { SecretsError } from "./secrets.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** Failures whose message says all that its reader can use; a stack would only hide it. */
const plainErrors = [
  ClusterError,
  ConfigError,
  DirectoryInUseError,
  ListenError,
  MigrationError,
  SecretsError,
  UnsuitableDatabaseError,
];

/** More than running requests get to finish, and the database to write everything out. */
const STOP_LIMIT_MS = 60_000;

/**
 * Runs the server until a signal ends it: what `npm start` does once everything is built.
 * Ends the process with 0 after a clean stop, 1 when it could not start or keep running.
 */
export async function main(): Promise<void> {
  let server: RunningServer | null = null;
  let stopping = false;

  async function stop(exitCode: number) {
    if (stopping) return;
    stopping = true;
    // What is broken may never end by itself.
    setTimeout(() => process.exit(exitCode || 1), STOP_LIMIT_MS).unref();
    try {
      await server?.stop();
    } catch (error) {
      consoleLog.error("Foyer did not stop cleanly.", error);
      process.exit(1);
    }
    process.exit(exitCode);
  }

  function onSignal(signal: NodeJS.Signals) {
    // A second Ctrl-C while starting or stopping: whoever asks twice does not want to wait.
    if (stopping) process.exit(130);
    consoleLog.info(`${signal}: finishing running requests and stopping the database …`);
    if (server) void stop(0);
    else stopping = true;
  }

  // Whoever read the output is gone, such as a closed terminal. Telling of that would fail as well,
  // and so for ever; the server goes on, and stops when it is told to.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  // A query nobody waits for any more, such as a rollback, was lost with its connection. That ends
  // nothing: what waits for an answer hears of it, and the next query connects anew.
  process.on("unhandledRejection", (reason) => {
    if (!isLostConnection(reason)) throw reason;
    consoleLog.warn("A query was lost with its connection to the database.");
  });
  process.on("uncaughtException", (error) => {
    consoleLog.error("Foyer stops because of an unexpected error.", error);
    void stop(1);
  });

  try {
    server = await startServer({
      config: parseConfig(process.env),
      log: consoleLog,
      onGone: (error) => {
        consoleLog.error(`Foyer stops: ${error.message}`);
        void stop(1);
      },
    });
  } catch (error) {
    const plain = plainErrors.some((kind) => error instanceof kind);
    if (plain) consoleLog.error((error as Error).message);
    else consoleLog.error("Foyer could not start.", error);
    process.exit(1);
  }
  if (stopping) {
    stopping = false;
    await stop(0);
  }
}

function isLostConnection(reason: unknown): boolean {
  const { code } = (reason ?? {}) as { code?: unknown };
  return typeof code === "string" && /^CONNECTION_(CLOSED|DESTROYED|ENDED)$/.test(code);
}
