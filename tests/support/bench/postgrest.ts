import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../../server/database/free-port.ts";
import { binaries, packages } from "../../hosted/lab/lib/packages.mjs";

/** A running PostgREST 12, of the hosted-style Supabase. */
export interface Postgrest {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts PostgREST on a database that the embedded host has prepared. */
export async function startPostgrest(databaseUrl: string, jwtSecret: string): Promise<Postgrest> {
  packages(console.log);
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(binaries.postgrest, [], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: "public",
      PGRST_DB_ANON_ROLE: "anon",
      PGRST_DB_MAX_ROWS: "1000",
      PGRST_DB_POOL: "10",
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
      PGRST_LOG_LEVEL: "crit",
    },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  for (let attempt = 0; attempt < 200; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => null);
    if (ready?.ok) return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error("PostgREST did not start.");
}
