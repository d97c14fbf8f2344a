import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { describeDatabase } from "../support/databases/database-suite.ts";
import {
  become,
  becomeService,
  becomeSuperuser,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";

interface Claimed {
  id: string;
  claim: string;
  counts: Record<string, number>;
  notices: { cause: string; message: { subject: string } | null }[];
}

const register = (tx: Tx, transport: string | null = "mail") =>
  tx`select register_notice_sender(${transport}, 'owner@example.org')`;

async function claim(tx: Tx): Promise<Claimed | null> {
  const [row] = await tx<{ claimed: Claimed | null }[]>`select claim_notice() as claimed`;
  return row?.claimed ?? null;
}

async function claimOne(tx: Tx): Promise<Claimed> {
  const claimed = await claim(tx);
  if (!claimed) throw new Error("Nothing is due.");
  return claimed;
}

const settle = (tx: Tx, { claim }: Claimed, outcome: string, error: string | null = null) =>
  tx`select settle_notice(${claim}, ${outcome}, ${error})`;

async function handOver(tx: Tx, { claim }: Claimed): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`select hand_over_notice(${claim}) as held`;
  return row?.held === true;
}

async function status(tx: Tx): Promise<Record<string, unknown>> {
  const [row] = await tx<{ status: Record<string, unknown> }[]>`select notice_status() as status`;
  return row?.status ?? {};
}

describeDatabase("notices", (suite) => {
  /** Runs the work as the secret key, with a sender and this many messages. */
  const withMessages = <T>(count: number, work: (tx: Tx) => Promise<T>) =>
    suite.trial(async (tx) => {
      await register(tx);
      await tx`insert into messages (name, email, subject, message, created_at)
        select 'Ada', 'ada@example.org', 's' || n, 'x', now() from generate_series(1, ${count}::int) n`;
      await becomeService(tx);
      return work(tx);
    });

  it("the notice of a visitor's message is claimed once, and not again after it was sent", () =>
    suite.trial(async (tx) => {
      await register(tx);
      await become(tx, "anonymous");
      await tx`insert into messages (name, email, subject, message)
        values ('Ada', 'ada@example.org', 'Hello', 'x')`;
      await becomeSuperuser(tx);
      await becomeService(tx);
      const claimed = await claimOne(tx);
      expect(claimed).toMatchObject({
        counts: { message: 1 },
        notices: [{ cause: "message", message: { subject: "Hello" } }],
      });
      expect(await claim(tx)).toBeNull();
      await settle(tx, claimed, "sent");
      expect(await claim(tx)).toBeNull();
    }));

  it.each([
    ["nothing sends them", "select register_notice_sender(null, null)"],
    ["the owner has turned them off", "insert into notice_choices values ('message', false)"],
  ])("notices are not queued while %s", (_, statement) =>
    suite.trial(async (tx) => {
      await register(tx);
      await tx.unsafe(statement);
      await tx`insert into messages (name, email, subject, message) values ('A', 'a@b', 's', 'x')`;
      expect(await tx`select from private.notices`).toHaveLength(0);
    }),
  );

  it("notices are queued once per cause", () =>
    suite.trial(async (tx) => {
      await register(tx);
      for (const _ of [1, 2]) await tx`select private.queue_notice('backup', 'backup:x')`;
      expect(await tx`select from private.notices`).toHaveLength(1);
    }));

  it("notices of a sign-in are queued when it is complete, with browser and network", () =>
    suite.trial(async (tx) => {
      await register(tx);
      const [first, second] = [randomUUID(), randomUUID()];
      const agent = "Mozilla/5.0 (X11; Linux x86_64)";
      const add = (session_id: string, outcome: string, user_agent: string) =>
        tx`insert into private.sign_ins ${tx({
          ...{ user_id: userIds.owner, session_id, outcome, user_agent },
          network: "203.0.113.0/24",
        })}`;
      const queued = () => tx`select cause_key, details from private.notices order by created_at`;
      await add(first, "code_missing", agent);
      expect(await queued()).toEqual([]);
      await tx`update private.sign_ins set outcome = 'signed_in'`;
      await tx`update private.sign_ins set user_agent = 'Mozilla/5.1'`;
      const details = { role: "admin", network: "203.0.113.0/24", email: expect.any(String) };
      const one = { cause_key: `sign_in:${first}`, details: { ...details, device: agent } };
      expect(await queued()).toEqual([one]);
      await tx`delete from private.notices`;
      await add(second, "signed_in", "node");
      expect(await queued()).toEqual([{ cause_key: `sign_in:${second}`, details }]);
    }));

  it("unsent notices of a message are deleted with the message", () =>
    withMessages(1, async (tx) => {
      await tx`delete from messages where true`;
      expect(await claim(tx)).toBeNull();
    }));

  it("notices are claimed again when their process died before the mail server could accept them", () =>
    withMessages(1, async (tx) => {
      const first = await claimOne(tx);
      await tx`select release_notices()`;
      const second = await claimOne(tx);
      expect(second.id).toBe(first.id);
      expect(await handOver(tx, first), "the former process").toBe(false);
      await settle(tx, first, "sent");
      expect(await status(tx)).toMatchObject({ waiting: 1, lastSentAt: null });
      expect(await handOver(tx, second)).toBe(true);
    }));

  it("notices are never sent again once the mail server may have accepted them", () =>
    withMessages(1, async (tx) => {
      await handOver(tx, await claimOne(tx));
      await tx`select release_notices()`;
      expect(await claim(tx)).toBeNull();
      expect(await status(tx)).toMatchObject({ waiting: 0, unconfirmed: 1 });
    }));

  it("notices are tried again after a failure, later each time, for three days", () =>
    withMessages(1, async (tx) => {
      const pauses: number[] = [];
      for (let attempt = 1; attempt <= 11; attempt++) {
        const claimed = await claimOne(tx);
        await handOver(tx, claimed);
        await settle(tx, claimed, "failed", "550 no");
        expect(await claim(tx)).toBeNull();
        const [row] = await tx<{ minutes: number }[]>`
          select round(extract(epoch from due_at - failed_at) / 60)::int as minutes
          from private.notices`;
        pauses.push(row?.minutes ?? 0);
        await tx`update private.notices set due_at = now() where true`;
      }
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
      expect(await status(tx)).toMatchObject({ waiting: 1, lastError: { message: "550 no" } });
      await tx`update private.notices set created_at = now() - interval '4 days' where true`;
      await settle(tx, await claimOne(tx), "failed", "550 no");
      expect(await status(tx)).toMatchObject({ waiting: 0, gaveUp: 1 });
    }));

  it("notices are at most 20 an hour, the last of which summarizes the waiting ones", () =>
    withMessages(30, async (tx) => {
      for (let n = 1; n <= 19; n++) {
        const claimed = await claimOne(tx);
        expect(claimed.counts).toEqual({ message: 1 });
        await settle(tx, claimed, "sent");
      }
      const summary = await claimOne(tx);
      expect(summary.counts).toEqual({ message: 11 });
      expect(await handOver(tx, summary)).toBe(true);
      await settle(tx, summary, "failed", "busy");
      await tx`update private.notices set due_at = now() where id = ${summary.id}`;
      const again = await claimOne(tx);
      expect([again.id, again.counts]).toEqual([summary.id, { message: 11 }]);
      await settle(tx, again, "sent");
      expect(await status(tx)).toMatchObject({ waiting: 0 });
      await tx`insert into messages (name, email, subject, message) values ('A', 'a@b', 's', 'x')`;
      expect(await claim(tx), "the 21st").toBeNull();
      await tx`update private.notices set sent_at = sent_at - interval '61 minutes' where sent_at is not null`;
      expect((await claimOne(tx)).counts).toEqual({ message: 1 });
    }));

  it("notices of sign-ins and failed backups are sent before any number of messages, with their own hourly limit", () =>
    withMessages(40, async (tx) => {
      const messages = [];
      for (let one = await claim(tx); one; one = await claim(tx)) messages.push(one);
      expect(messages).toHaveLength(20);
      expect(messages[19]?.counts).toEqual({ message: 21 });
      const queue = (cause: string, n: number) =>
        tx`select private.queue_notice(${cause}, ${`${cause}:${n}`})`;
      await queue("backup", 1);
      await tx`update private.notices set due_at = now() - interval '1 minute' where cause = 'backup'`;
      for (let n = 1; n <= 25; n++) await queue("sign_in", n);
      const causes = [];
      for (let n = 1; n <= 20; n++) causes.push((await claimOne(tx)).counts);
      expect(causes[0]).toEqual({ backup: 1 });
      expect(causes.slice(1, 19)).toEqual(Array(18).fill({ sign_in: 1 }));
      expect(causes[19], "the last sums up what waits").toEqual({ sign_in: 7 });
      await queue("sign_in", 26);
      expect(await claim(tx), "the 21st").toBeNull();
      // Both hours are over; the notice of the sign-in is sent before an older message.
      await tx`update private.notices set claimed_until = null, created_at = now() - interval '2 hours',
        sent_at = now() - interval '61 minutes' where cause_key <> 'sign_in:26'`;
      await tx`insert into messages (name, email, subject, message) values ('A', 'a@b', 's', 'x')`;
      await tx`update private.notices set due_at = now() - interval '1 hour' where cause = 'message'`;
      expect((await claimOne(tx)).counts).toEqual({ sign_in: 1 });
      expect((await claimOne(tx)).counts).toEqual({ message: 1 });
    }));

  it("test notices are sent after any number of messages", () =>
    withMessages(20, async (tx) => {
      for (let n = 1; n <= 20; n++) await claimOne(tx);
      const [row] = await tx<{ claimed: Claimed }[]>`select claim_test_notice() as claimed`;
      expect(row?.claimed.counts).toEqual({ test: 1 });
    }));

  it("notices that are being sent count toward the hourly limit", () =>
    withMessages(20, async (tx) => {
      for (let n = 1; n <= 20; n++) await claimOne(tx);
      await tx`insert into messages (name, email, subject, message) values ('A', 'a@b', 's', 'x')`;
      expect(await claim(tx)).toBeNull();
    }));

  it("test notices are limited to five an hour, and are not retried", () =>
    withMessages(0, async (tx) => {
      for (let n = 1; n <= 5; n++) {
        const [row] = await tx<{ claimed: Claimed }[]>`select claim_test_notice() as claimed`;
        if (!row) throw new Error("There is no row.");
        expect(row.claimed.counts).toEqual({ test: 1 });
        await settle(tx, row.claimed, "failed", "no");
      }
      expect(await status(tx)).toMatchObject({ waiting: 0 });
      await expect(
        tx.savepoint((inner) => inner`select claim_test_notice()`),
      ).rejects.toMatchObject({ code: "PT429" });
    }));

  it("notices of a week are queued on a Monday if the owner wants them", () =>
    suite.trial(async (tx) => {
      await register(tx);
      await tx`insert into messages (name, email, subject, message, is_read, created_at) values
        ('A', 'a@b', 's', 'x', false, '2026-11-17T12:00Z'),
        ('A', 'a@b', 's', 'x', true, '2026-11-15T12:00Z')`;
      await tx`insert into visits (created_at) values
        ('2026-11-22T12:00Z'), ('2026-11-17T12:00Z'), ('2026-11-12T12:00Z')`;
      const [{ definition } = { definition: "" }] = await tx<{ definition: string }[]>`
        select pg_get_functiondef('private.queue_digest()'::regprocedure) as definition`;
      const queueAt = async (time: string) => {
        await tx.unsafe(definition.replaceAll("now()", `timestamptz '${time}'`));
        await tx`select private.queue_digest()`;
        return tx`select cause_key, details from private.notices where cause = 'digest'`;
      };
      const monday = "2026-11-23T07:00Z";
      expect(await queueAt(monday), "off by default").toEqual([]);
      await tx`insert into notice_choices values ('digest', true)`;
      for (const early of ["2026-11-22T23:59Z", "2026-11-23T06:59Z", "2026-11-24T07:00Z"]) {
        expect(await queueAt(early), early).toEqual([]);
      }
      const digest = {
        cause_key: "digest:2026-W48",
        details: { visits: 2, visitsBefore: 1, messages: 1, unread: 1 },
      };
      for (const _ of [1, 2]) expect(await queueAt(monday)).toEqual([digest]);
      expect(await queueAt("2026-11-30T08:00Z")).toMatchObject([
        digest,
        { cause_key: "digest:2026-W49" },
      ]);
    }));

  it("notices show their state to the owner alone", async () => {
    const read = (tx: Tx) => tx`select notice_status()`;
    await expect(suite.as("workspace user", read)).rejects.toMatchObject({ code: "42501" });
    await expect(suite.as("owner", read)).resolves.toHaveLength(1);
  });

  it("queued notices call a function if pg_net is installed, and fail no message otherwise", () =>
    suite.trial(async (tx) => {
      await tx`select register_notice_sender('webhook', 'h.example', 'https://p.example/f')`;
      const send = () =>
        tx`insert into messages (name, email, subject, message) values ('A', 'a@b', 's', 'x')`;
      await send();
      await tx.unsafe(`create schema net; create table net.sent (url text, body jsonb);
        create function net.http_post(url text, body jsonb, timeout_milliseconds integer)
          returns bigint language sql
          as 'insert into net.sent values (url, body); select 1::bigint'`);
      await send();
      expect(await tx`select url, body from net.sent`).toEqual([
        { url: "https://p.example/f", body: {} },
      ]);
      expect(await tx`select from private.notices`).toHaveLength(2);
      await tx`update private.notices set due_at = now() + interval '1 minute'`;
      await tx`select private.request_notices()`;
      await tx`update private.notices set due_at = now()`;
      await tx`select private.request_notices()`;
      expect(await tx`select from net.sent`).toHaveLength(2);
    }));
});
