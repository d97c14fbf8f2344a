import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import { type Account, ClusterError } from "./binaries.ts";
import { type BoundedLog, openBoundedLog } from "./bounded-log.ts";
import { isPostmasterOf } from "./process-table.ts";

/** Milliseconds the embedded database may take to start, or an orphaned one to end. */
const DATABASE_START_MS = 60_000;

/**
 * Cleanly ends a postmaster left behind by a killed server before a new one starts. The caller
 * holds the data directory's lock, so a pid file without its postmaster is stale: its number may
 * now belong to a zombie or any other program, which PostgreSQL alone cannot detect.
 * @throws {ClusterError} when it does not end.
 */
export async function endOrphan(clusterDir: string, log: Log): Promise<void> {
  const pidFile = join(clusterDir, "postmaster.pid");
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  if (pid > 0 && (await isPostmasterOf(pid, clusterDir))) {
    log.info("Stopping the database process left by an earlier run …");
    // SIGINT is PostgreSQL's "fast" shutdown: sessions are ended, data is flushed.
    const told = signal(pid, "SIGINT");
    const deadline = Date.now() + DATABASE_START_MS;
    while (await isPostmasterOf(pid, clusterDir)) {
      if (!told || Date.now() > deadline) {
        throw new ClusterError(
          `The database process ${pid} of an earlier run does not stop. Stop it (kill ${pid}) and start again.`,
        );
      }
      await delay(50);
    }
  }
  await rm(pidFile, { force: true });
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

export interface LaunchOptions {
  /** Path of the binary. */
  postgres: string;
  clusterDir: string;
  port: number;
  account: Account | null;
  /** Extra `-c name=value` settings. */
  settings: Record<string, string>;
}

/**
 * Starts a postmaster and waits until it accepts connections. Its output goes to
 * `<clusterDir>.log`, whose size stays bounded.
 * @throws {ClusterError} with PostgreSQL's own reason.
 */
export async function launch(options: LaunchOptions): Promise<ChildProcess> {
  const deadline = Date.now() + DATABASE_START_MS;
  for (;;) {
    const output = openBoundedLog(`${options.clusterDir}.log`);
    const child = spawnPostgres(options, output);
    if (await becomesReady(child, options.clusterDir, deadline)) return child;
    const reason = reasonIn(output.tail()) ?? `see ${options.clusterDir}.log`;
    // Sessions of a killed postmaster hold its memory and port until their statement ends.
    const held = /pre-existing shared memory block|could not create any TCP/.test(reason);
    if (!held || Date.now() > deadline) {
      throw new ClusterError(`PostgreSQL did not start: ${reason}`);
    }
    await delay(200);
  }
}

/**
 * Errors caused by visitors' requests, with their statements and values, are only logged by the
 * gateway; this log has starts, stops, crashes and refused logins.
 */
const quiet = {
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
  log_statement: "none",
  log_min_duration_statement: "-1",
  logging_collector: "off",
  log_destination: "stderr",
};

/**
 * Background processes that would wake ten times a second, and every few seconds when idle. Commits
 * do not wait for the WAL writer, and the checkpointer writes what the background writer does not.
 */
const calm = { wal_writer_delay: "10s", bgwriter_delay: "10s" };

function spawnPostgres(options: LaunchOptions, output: BoundedLog): ChildProcess {
  const { postgres, clusterDir, port, account, settings } = options;
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    ...quiet,
    ...calm,
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgres, ["-D", clusterDir, "-p", String(port), ...flags], {
    ...identityOf(account),
    // A separate process group, so that Ctrl-C in the terminal only reaches the server, which then
    // stops the database last.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithThisProcess(child, account);
  child.stdout?.on("data", (chunk: Buffer) => output.write(chunk));
  child.stderr?.on("data", (chunk: Buffer) => output.write(chunk));
  child.once("close", () => output.close());
  return child;
}

/**
 * Also when this process exits without waiting, its PostgreSQL receives the signal; a shell sends
 * it when this process is killed, which ends the shell's input. SIGINT is the "fast" shutdown, and
 * stops initdb as well.
 */
export function endWithThisProcess(child: ChildProcess, account: Account | null): void {
  if (!child.pid) return;
  const end = () => child.kill("SIGINT");
  process.once("exit", end);
  const watchdog = spawn("sh", ["-c", 'read -r line || kill -INT "$0"', String(child.pid)], {
    ...identityOf(account),
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a shell, the next start ends the remaining process (`endOrphan`).
  watchdog.on("error", () => {});
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  child.once("exit", () => {
    process.off("exit", end);
    // Another process may have its number by now.
    watchdog.stdin.end("ended\n");
  });
}

/** @returns false when it exited, or was ended because it took too long. */
async function becomesReady(
  child: ChildProcess,
  clusterDir: string,
  deadline: number,
): Promise<boolean> {
  let ended = false;
  const closed = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    // Not "exit": output may still arrive after that event.
    child.once("close", () => resolve());
  });
  void closed.then(() => {
    ended = true;
  });
  while (!ended) {
    if (await isReady(clusterDir, child.pid)) return true;
    if (Date.now() > deadline) {
      child.kill("SIGQUIT");
      await closed;
      return false;
    }
    await Promise.race([closed, delay(20)]);
  }
  return false;
}

/** Reads PostgreSQL's pid file: line 1 is the pid, line 8 "ready" once it accepts connections. */
async function isReady(clusterDir: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

function reasonIn(lines: readonly string[]): string | undefined {
  return lines.filter((line) => /FATAL|PANIC|ERROR/.test(line)).at(-1);
}

/** Runs PostgreSQL's programs as the account, without the server's language and time zone. */
export function identityOf(account: Account | null) {
  return {
    cwd: "/",
    env: { ...process.env, LC_ALL: "C", LC_MESSAGES: "C", PGTZ: "UTC", TZ: "UTC" },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  };
}
