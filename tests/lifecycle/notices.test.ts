import { once } from "node:events";
import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { headerOf, type MailStep, startMailServer } from "../support/fakes/mail-server.ts";
import { postMessage, readDatabaseUrl } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { cleanups, start, usedDataDir } = openSites();

const STEPS: readonly MailStep[] = ["sender", "received", "answered"];

test("a server killed at any point of sending a mail sends it exactly once", async () => {
  const mail = await startMailServer();
  cleanups.push(mail.stop);
  const dataDir = await usedDataDir();
  const env = { FOYER_SMTP_URL: mail.url, FOYER_MAIL_TO: "owner@example.org" };
  for (const [killed, step] of STEPS.entries()) {
    const server = await start({ dataDir, env });
    // The previous server's mail must be accepted first, because it could otherwise be the one that
    // reaches the step.
    await expect.poll(() => mail.accepted.length).toBe(killed);
    const exit = once(server.process, "exit");
    const posted = postMessage(server, step);
    mail.onStep = async (reached) => {
      if (reached !== step) return;
      mail.onStep = () => {};
      await posted;
      server.process.kill("SIGKILL");
    };
    await posted;
    await exit;
  }
  const last = await start({ dataDir, env });
  await postMessage(last, "last");
  await expect.poll(() => mail.accepted.length).toBe(STEPS.length + 1);
  const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
  const waiting = () =>
    sql`select cause_key from private.notices where sent_at is null and handover_at is null`;
  await expect.poll(waiting).toEqual([]);
  await sql.end();
  expect(mail.received).toHaveLength(STEPS.length + 1);
  const subjects = mail.accepted.map(
    (one) => /^Subject: (\w+)$/m.exec(one.split("\r\n\r\n").slice(1).join("\n"))?.[1],
  );
  expect(subjects.sort()).toEqual([...STEPS, "last"].sort());
  const ids = mail.accepted.map((one) => headerOf(one, "message-id"));
  expect(new Set(ids).size).toBe(STEPS.length + 1);
});
