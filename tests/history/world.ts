import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type Browser, chromium } from "@playwright/test";
import { connect, type Sql } from "../../server/database/connect.ts";
import { freePort } from "../../server/database/free-port.ts";
import { chromiumFlags, lightChromiumPath } from "../support/chromium.ts";
import {
  type BuiltServer,
  startBuiltServer,
  temporaryDataDir,
} from "../support/sites/built-server.ts";
import { type PostgresProcess, startPostgres } from "./postgres-process.ts";
import { installRecorder } from "./recorder.ts";

/** The processes that all seeds share: PostgreSQL, two servers and a browser. */
export interface World {
  browser: Browser;
  database: Restartable;
  servers: readonly [Restartable, Restartable];
  /** The port of each server. */
  ports: readonly [number, number];
  /** The folder in which the servers store files. */
  dataDir: string;
  /** The superuser's pool, which reconnects. */
  sql: Sql;
  keys: () => ReturnType<BuiltServer["keys"]>;
  kills: { servers: number; databases: number };
  /** Resolves once everything that was killed is running again. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

/** A process that can be killed; it restarts at once, in the background. */
export interface Restartable {
  kill(): Promise<void>;
  isRunning(): boolean;
}

/** @param options.settings settings of PostgreSQL, for a planted fault. */
export async function startWorld({
  settings = {},
}: {
  settings?: Record<string, string>;
} = {}): Promise<World> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    // Folder of the files, which all servers of a site share.
    const dataDir = await temporaryDataDir();
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startPostgres(settings);
    cleanups.push(() => postgres.stop());
    const browser = await chromium.launch({
      executablePath: lightChromiumPath,
      args: chromiumFlags,
    });
    cleanups.push(() => browser.close());
    const kills = { servers: 0, databases: 0 };
    const restarts = new Set<Promise<void>>();
    const restarting = (work: () => Promise<void>) => {
      const done = work().then(() => void restarts.delete(done));
      // The failure is reported when the promise in the set is awaited.
      done.catch(() => {});
      restarts.add(done);
    };
    const ports = [await freePort(), await freePort()] as const;
    const databaseUp = { promise: Promise.resolve() };
    const start = async (port: number) => {
      await databaseUp.promise;
      return startBuiltServer({ dataDir, env: environmentOf(postgres, port) });
    };
    // Started sequentially, because the first one migrates the database.
    const running: [BuiltServer, BuiltServer] = [await start(ports[0]), await start(ports[1])];
    cleanups.push(() => Promise.all(running.map((server) => server.stop())));
    const sql = connect(postgres.url, { max: 4 });
    cleanups.push(() => sql.end({ timeout: 1 }));
    await installRecorder(sql);
    const server = (index: 0 | 1): Restartable => {
      let isRunning = true;
      return {
        isRunning: () => isRunning,
        async kill() {
          if (!isRunning) return;
          isRunning = false;
          kills.servers += 1;
          const { process } = running[index];
          const exit = once(process, "exit");
          process.kill("SIGKILL");
          await exit;
          restarting(async () => {
            await running[index].stop();
            running[index] = await startAgain(() => start(ports[index]));
            isRunning = true;
          });
        },
      };
    };
    let isDatabaseRunning = true;
    return {
      browser,
      dataDir,
      sql,
      ports,
      servers: [server(0), server(1)],
      keys: () => running[0].keys(),
      kills,
      database: {
        isRunning: () => isDatabaseRunning,
        async kill() {
          if (!isDatabaseRunning) return;
          isDatabaseRunning = false;
          kills.databases += 1;
          await postgres.kill();
          databaseUp.promise = postgres.restart().then(() => {
            isDatabaseRunning = true;
          });
          restarting(() => databaseUp.promise);
        },
      },
      async recover() {
        while (restarts.size > 0) await Promise.all(restarts);
        await answering(running);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function environmentOf(postgres: PostgresProcess, port: number): Record<string, string> {
  return {
    DATABASE_URL: postgres.url,
    PORT: String(port),
    FOYER_TRUST_PROXY: "on",
    FOYER_SAMPLE_CONTENT: "off",
  };
}

/** A start fails while the database is down. */
async function startAgain<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}

/** Waits until both servers answer, including their database. */
async function answering(servers: readonly BuiltServer[]): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (const { origin, process, output } of servers) {
    for (;;) {
      const response = await fetch(`${origin}/healthz`).catch(() => null);
      if (response?.status === 200) break;
      if (Date.now() > deadline) {
        const said = response ? `${response.status} ${await response.text()}` : "nothing";
        const ended = process.exitCode ?? process.signalCode ?? "running";
        throw new Error(
          `The server at ${origin} (${ended}) does not recover, it answers ${said}:\n${output().slice(-2000)}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
