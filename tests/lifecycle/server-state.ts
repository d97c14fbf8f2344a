import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltServer } from "../support/sites/built-server.ts";

/** The URL of the running cluster, which the server stores for `npm run owner`. */
export async function readDatabaseUrl(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "postgres.url"), "utf8")).trim();
}

/** The process ids of this data directory's postmasters (their children are not listed). */
export function databaseProcesses(dataDir: string): Promise<number[]> {
  return processesWith(`-D\0${join(dataDir, "postgres")}\0`);
}

/**
 * The process ids of programs with this text in their command lines, whose arguments end with NUL.
 */
export async function processesWith(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir("/proc")) {
    const command = await readFile(`/proc/${entry}/cmdline`, "utf8").catch(() => "");
    if (command.includes(text)) found.push(Number(entry));
  }
  return found;
}

/** Sends a message as a visitor and waits for the acknowledgement. */
export async function postMessage(server: BuiltServer, subject: string): Promise<void> {
  const { publishableKey } = await server.secrets();
  const response = await fetch(`${server.origin}/rest/v1/messages`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ name: "n", email: "n@example.com", subject, message: "m" }),
  });
  if (response.status !== 201) {
    throw new Error(`The message was answered with ${response.status}: ${await response.text()}`);
  }
}
