import { once } from "node:events";
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { readDatabaseUrl } from "../lifecycle/server-state.ts";
import { type BuiltServer, startBuiltServer, temporaryDataDir } from "../support/built-server.ts";

const ROUNDS = 100;

test(`kill -9 during writes, ${ROUNDS} times: no acknowledged row is lost and every restart opens`, async () => {
  const dataDir = await temporaryDataDir();
  const acknowledged: string[] = [];
  const options = { dataDir, env: { FOYER_SAMPLE_CONTENT: "off" } };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startBuiltServer(options);
      const writers = Array.from({ length: 4 }, (_, writer) =>
        writeUntilGone(server, `${round}-${writer}`, acknowledged),
      );
      // Kills occur at different points of a write: after 0 to 198 ms of continuous writing.
      await new Promise((resolve) => setTimeout(resolve, 2 * round));
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
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    console.log(`${acknowledged.length} acknowledged rows over ${ROUNDS} kills, all kept`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

/**
 * The secret key is not rate-limited like a visitor, so this writes as fast as the database allows.
 */
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
