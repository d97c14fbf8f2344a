import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { hostedLabAbsent } from "../../../scripts/setup/hosted-lab.mjs";

/** A running project shaped like hosted Supabase, on the loopback interface. */
export interface HostedLab {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** URL with the role `postgres`, which is not a superuser. */
  dbUrl: string;
  /** URL with the platform's own role, a superuser. */
  adminDbUrl: string;
  /** Stops every process it started and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts an empty project. The first start on a machine installs PostgREST and compiles two
 * extensions; its progress is then printed.
 * @param functions the folder of its edge functions, next to the `config.toml` to use; null for
 * none.
 * @param options switches of the lab, such as `--no-legacy-keys`.
 * @param secrets values that `supabase secrets set` would set.
 */
export async function startHostedLab(
  functions: string | null,
  options: readonly string[],
  secrets: Record<string, string> = {},
): Promise<HostedLab> {
  const absent = hostedLabAbsent();
  if (absent) throw new Error(absent);
  // PostgreSQL's own account needs access when the tests run as root.
  const dir = await mkdtemp(join(tmpdir(), "foyer-hosted-"));
  await chmod(dir, 0o755);
  const set = Object.entries(secrets).flatMap(([name, value]) => ["--secret", `${name}=${value}`]);
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "../../hosted/lab/up.mjs"),
      ...["--dir", dir],
      ...(functions === null ? [] : ["--functions", functions]),
      ...set,
      ...options,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await rm(dir, { recursive: true, force: true });
  };
  try {
    return { ...(await details(child)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The line of JSON that a project prints once it is up. Its request log is dropped. */
function details(child: ChildProcess): Promise<Omit<HostedLab, "stop">> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => {
      const progress = /^hosted-lab: (.*)/.exec(line)?.[1];
      said.push(line);
      if (progress) console.log(`  hosted-style Supabase: ${progress}`);
    });
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once("line", (line) =>
      resolve(JSON.parse(line)),
    );
    child.once("error", reject);
    child.once("exit", () =>
      reject(new Error(`The hosted-style Supabase ended:\n${said.slice(-20).join("\n")}`)),
    );
  });
}
