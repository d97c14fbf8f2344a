import { once } from "node:events";
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { postMessage, readDatabaseUrl } from "../lifecycle/server-state.ts";
import { startMailServer } from "../support/fakes/mail-server.ts";
import {
  type BuiltServer,
  startBuiltServer,
  temporaryDataDir,
} from "../support/sites/built-server.ts";

const ROUNDS = 60;

test(`kill -9 while mails are sent, ${ROUNDS} times: never two mails for a message, and none is missing unnoticed`, async () => {
  const dataDir = await temporaryDataDir();
  const mail = await startMailServer();
  const env = {
    FOYER_SMTP_URL: mail.url,
    FOYER_MAIL_TO: "o@example.org",
    FOYER_SAMPLE_CONTENT: "off",
  };
  const messages: string[] = [];
  let running: BuiltServer | undefined;
  const start = async () => (running = await startBuiltServer({ dataDir, env }));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const server = await start();
      await forgetHour(dataDir);
      const exit = once(server.process, "exit");
      const first = mail.received.length;
      for (const n of [1, 2]) {
        const name = `round${round}n${n}`;
        await postMessage(server, name);
        messages.push(name);
      }
      // A transfer takes about 40 ms; every fourth kill waits for the first mail.
      if (round % 4 === 0) await expect.poll(() => mail.received.length).toBeGreaterThan(first);
      else await new Promise((resolve) => setTimeout(resolve, (round * 7) % 90));
      server.process.kill("SIGKILL");
      await exit;
    }
    const last = await start();
    const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
    await expect
      .poll(async () => {
        await forgetHour(dataDir);
        await sql`select pg_notify('notices', '')`;
        return sql`select from private.notices where sent_at is null and handover_at is null`;
      })
      .toHaveLength(0);
    const unconfirmed = await sql<{ subject: string }[]>`
      select messages.subject from private.notices join messages on messages.id = notices.message_id
      where notices.sent_at is null`;
    await sql.end();
    await last.stop();
    const subjects = mail.accepted.flatMap((one) => one.match(/round\d+n\d/g)?.slice(0, 1) ?? []);
    const missing = messages.filter((name) => !subjects.includes(name));
    expect(new Set(subjects).size).toBe(subjects.length);
    const counted = unconfirmed.map(({ subject }) => subject);
    expect(missing.filter((name) => !counted.includes(name))).toEqual([]);
    expect(missing.length).toBeLessThan(messages.length / 10);
    console.log(
      `${messages.length} messages over ${ROUNDS} kills: ${subjects.length} mails, none twice; ${counted.length} unconfirmed, of which ${missing.length} did not arrive`,
    );
  } finally {
    await running?.stop();
    await mail.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/**
 * Moves the sent notices into the past, so that the limits of notices and of visitors' messages do
 * not apply.
 */
async function forgetHour(dataDir: string): Promise<void> {
  const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
  await sql`update private.notices set sent_at = sent_at - interval '2 hours',
    handover_at = handover_at - interval '2 hours'`;
  await sql`delete from private.visitor_counts`;
  await sql.end();
}
