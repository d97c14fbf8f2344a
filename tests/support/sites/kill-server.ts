import { once } from "node:events";
import { rm } from "node:fs/promises";
import { expect } from "vitest";
import { connect } from "../../../server/database/connect.ts";
import { readDatabaseUrl } from "../../lifecycle/server-state.ts";
import { type BuiltServer, startBuiltServer, temporaryDataDir } from "./built-server.ts";

/** Maximum milliseconds of continuous writing before the kill of a round. */
const LATEST_KILL = 200;

/** Kills a writing server: every restart opens, and every acknowledged row is stored. */
export async function killDuringWrites(rounds: number): Promise<void> {
  // The template database is not used, because it acknowledges writes before they are on the disk.
  const dataDir = await temporaryDataDir();
  const acknowledged: string[] = [];
  const options = { dataDir, env: { FOYER_SAMPLE_CONTENT: "off" } };
  try {
    for (let round = 0; round < rounds; round++) {
      const server = await startBuiltServer(options);
      const before = acknowledged.length;
      const writers = Array.from({ length: 4 }, (_, writer) =>
        writeUntilGone(server, `${round}-${writer}`, acknowledged),
      );
      // Kills occur at different points of a write; every other one after a first acknowledged row.
      if (round % 2) await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, (LATEST_KILL * round) / rounds));
      server.process.kill("SIGKILL");
      await once(server.process, "exit");
      await Promise.all(writers);
    }
    const last = await startBuiltServer(options);
    const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
    const rows = await sql<{ subject: string }[]>`select subject from public.messages`;
    await sql.end();
    await last.stop();
    const kept = new Set(rows.map((row) => row.subject));
    expect(acknowledged.filter((subject) => !kept.has(subject))).toEqual([]);
    console.log(`${acknowledged.length} acknowledged rows over ${rounds} kills, all kept`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Uses the secret key, which is not rate-limited, to write as fast as the database allows. */
async function writeUntilGone(server: BuiltServer, prefix: string, acknowledged: string[]) {
  const { secretKey } = await server.secrets();
  for (let count = 0; ; count++) {
    const subject = `${prefix}-${count}`;
    try {
      const response = await fetch(`${server.origin}/rest/v1/messages`, {
        method: "POST",
        headers: { apikey: secretKey, "content-type": "application/json" },
        body: JSON.stringify({ name: "n", email: "n@example.com", subject, message: "m" }),
      });
      await response.arrayBuffer();
      if (response.status === 201) acknowledged.push(subject);
    } catch {
      return;
    }
  }
}
