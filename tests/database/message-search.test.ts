import { expect, it } from "vitest";
import { describeDatabase, describeNewestDatabase } from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx } from "../support/databases/personas.ts";

interface NewMessage {
  name?: string;
  email?: string;
  subject?: string;
  message?: string;
  is_read?: boolean;
  created_at?: string;
}

/** Fills in the other required columns of messages; returns the ids in the given order. */
async function add(tx: Tx, messages: NewMessage[]): Promise<string[]> {
  const rows = messages.map((message) => ({
    name: "Ada",
    email: "ada@example.org",
    subject: "Hello",
    message: "Hi there",
    ...message,
  }));
  const ids: string[] = [];
  for (const row of rows) {
    const [added] = await tx<{ id: string }[]>`insert into messages ${tx(row)} returning id`;
    if (added) ids.push(added.id);
  }
  return ids;
}

const second = (n: number) => `2026-03-01T10:00:${String(n).padStart(2, "0")}+00:00`;

const search = async (tx: Tx, words: string) =>
  (await tx<{ subject: string }[]>`select subject from list_messages(${words})`).map(
    ({ subject }) => subject,
  );

describeDatabase("Message search", (suite) => {
  /** Runs as the owner on these messages. */
  const withMessages = <T>(messages: NewMessage[], work: (tx: Tx, ids: string[]) => Promise<T>) =>
    suite.trial(async (tx) => {
      const ids = await add(tx, messages);
      await become(tx, "owner");
      return work(tx, ids);
    });

  it("message search matches substrings in every field, ignoring case", () =>
    withMessages(
      [
        { subject: "by name", name: "Grace Hopper", created_at: second(1) },
        { subject: "by address", email: "grace@navy.example", created_at: second(2) },
        { subject: "Disgraceful", created_at: second(3) },
        { subject: "by text", message: "…\n\nwith GRACE.", created_at: second(4) },
        { subject: "not at all", created_at: second(5) },
      ],
      async (tx) => {
        expect(await search(tx, "gRaC")).toEqual([
          "by text",
          "Disgraceful",
          "by address",
          "by name",
        ]);
        expect(await search(tx, "  ")).toHaveLength(5);
      },
    ));

  it("message search previews the start of a text, or the passage around the first word found in it", () =>
    withMessages([{ message: `Dear Ines,\n\n${"hay ".repeat(100)}NEEDLE\nend` }], async (tx) => {
      const preview = async (words: string) =>
        (await tx`select preview from list_messages(${words})`)[0]?.preview;
      expect(await preview("")).toMatch(/^Dear Ines, (hay )+h$/);
      expect(await preview("ines needle")).toMatch(/^Dear Ines,/);
      expect(await preview("is:unread needle")).toMatch(/^…(hay ){10}NEEDLE end$/);
      expect(await preview("hello needle"), "in the subject").toMatch(/^Dear Ines,/);
    }));

  it("message search previews the passage around a word of a text in Korean", () =>
    withMessages(
      [{ message: `${"가나다 ".repeat(100)}한국 ${"마바사 ".repeat(40)}` }],
      async (tx) => {
        const [row] = await tx`select preview from list_messages('한국')`;
        expect(row?.preview).toMatch(/^…(가나다 ){10}한국 마바사/);
      },
    ));

  it("message search keeps messages with a mark, alone and with words, in every function with a search", () =>
    withMessages(
      [
        { subject: "moth read", is_read: true },
        { subject: "moth unread" },
        { subject: "bee unread" },
        { subject: "moth replied" },
        { subject: "bee replied" },
        { subject: "is:unread in its text", message: "moth", is_read: true },
      ],
      async (tx, ids) => {
        await tx`select mark_messages_replied(${[ids[3] ?? "", ids[4] ?? ""]}, true)`;
        const sorted = async (words: string) => (await search(tx, words)).sort();
        expect(await sorted("is:unread")).toEqual(["bee unread", "moth unread"]);
        expect(await sorted("moth IS:Unread")).toEqual(["moth unread"]);
        expect(await sorted("is:replied bee")).toEqual(["bee replied"]);
        expect(await sorted("is:unread is:replied")).toEqual([]);
        expect(await sorted("xis:unread")).toEqual([]);
        expect(await sorted("this:unreadable")).toEqual([]);
        expect(await tx`select count_messages('is:replied')::int as n`).toEqual([{ n: 2 }]);
        const exported = await tx`select subject from export_messages('is:replied moth')`;
        expect(exported).toEqual([{ subject: "moth replied" }]);
        const marked = await tx`
          select mark_found_messages('is:unread', now(), true, ${[ids[2] ?? ""]}) as n`;
        expect(marked).toEqual([{ n: 1 }]);
        expect(await sorted("is:unread")).toEqual(["bee unread"]);
        expect(
          await tx`select (trash_found_messages('is:replied moth', now()) ->> 'count')::int as n`,
        ).toEqual([{ n: 1 }]);
        expect(await sorted("is:replied")).toEqual(["bee replied"]);
        expect(await sorted("")).toHaveLength(5);
      },
    ));

  it("message search finds messages that contain all words, in any order and field", () =>
    withMessages(
      [
        { subject: "both", name: "Grace Hopper", message: "a compiler" },
        { subject: "one", message: "a compiler" },
      ],
      async (tx) => expect(await search(tx, " compil   hopp ")).toEqual(["both"]),
    ));

  it.each([
    ["100%", "is 100% sure", "is 1000 sure"],
    ["a_b", "has a_b in it", "has axb in it"],
    ["c:\\temp", "in c:\\temp", "in c:temp"],
    ["it's", "it's here", "its here"],
    ["%L", "takes %L", "takes nothing"],
    ["'; drop table", "'; drop table x", "drop it"],
  ])("message search matches %s literally", (words, hit, miss) =>
    withMessages([{ subject: hit }, { subject: miss }], async (tx) =>
      expect(await search(tx, words)).toEqual([hit]),
    ),
  );

  it.each([
    ["ПРИВЕТ", "привет мир"],
    ["müller", "Herr MÜLLER"],
    ["mu\u0308ller", "Herr Müller"],
    ["山田", "山田太郎より"],
    ["سلام", "السلام عليكم"],
    ["👩‍👩‍👧", "hi 👩‍👩‍👧 there"],
    ["ü", "Zürich"],
    ["cafe strasse", "CAFÉ in der Straße"],
  ])("message search finds %s", (words, hit) =>
    withMessages([{ subject: hit }, { subject: "something else" }], async (tx) =>
      expect(await search(tx, words)).toEqual([hit]),
    ),
  );

  it("message search accepts search texts of any length", () =>
    withMessages([{ subject: "x" }], async (tx) => {
      expect(await search(tx, "a ".repeat(5000))).toEqual(["x"]);
      expect(await search(tx, "zz".repeat(5000))).toEqual([]);
    }));

  it("message search reflects updates and deletions", () =>
    suite.trial(async (tx) => {
      const [id = ""] = await add(tx, [{ subject: "before" }]);
      await tx`update messages set subject = 'after' where id = ${id}`;
      await become(tx, "owner");
      expect(await search(tx, "before")).toEqual([]);
      expect(await search(tx, "after")).toEqual(["after"]);
      await tx`delete from messages where id = ${id}`;
      await becomeSuperuser(tx);
      expect(await tx`select * from private.message_search`).toHaveLength(0);
    }));

  it("message search finds a message that a visitor has just sent", () =>
    suite.as("anonymous", async (tx) => {
      await tx`insert into messages (name, email, subject, message) values ('V', 'v@x', 'fresh', 'x')`;
      await become(tx, "owner");
      expect(await search(tx, "fresh")).toEqual(["fresh"]);
    }));

  it("message search pages in both directions from a row, without gaps or duplicates", () =>
    withMessages(
      // Four rows share each timestamp, so that the id breaks the tie.
      Array.from({ length: 17 }, (_, n) => ({
        subject: `s${n}`,
        created_at: second(Math.floor(n / 4)),
      })),
      async (tx) => {
        const all = await search(tx, "");
        for (const words of ["", "s"]) {
          const down: Row[] = [];
          for (let cursor: Row | undefined; ; cursor = down.at(-1)) {
            const page = await pageAt(tx, words, cursor, false);
            if (page.length === 0) break;
            down.push(...page);
          }
          expect(down.map(({ subject }) => subject)).toEqual(all);
          const up: Row[] = [];
          for (let cursor = down.at(-1); ; cursor = up[0]) {
            const page = await pageAt(tx, words, cursor, true);
            if (page.length === 0) break;
            up.unshift(...page);
          }
          expect(up.map(({ subject }) => subject)).toEqual(all.slice(0, -1));
        }
      },
    ));

  it("message search shows the beginning of a text on one line", () =>
    withMessages([{ message: `a\n\n  b\t${"x".repeat(5000)}` }], async (tx) => {
      const [row] = await tx`select preview from list_messages()`;
      expect(row?.preview).toMatch(/^a b x{156}$/);
    }));

  it("marking and deleting changes the given messages and returns the number affected", () =>
    withMessages([{}, {}, {}], async (tx, [a = "", b = "", c = ""]) => {
      const [marked] = await tx`select mark_messages(${[a, b]}, true) as count`;
      expect(marked?.count).toBe(2);
      const [gone] =
        await tx`select delete_messages(${[a, "00000000-0000-4000-8000-000000000000"]}) as count`;
      expect(gone?.count).toBe(1);
      expect(await tx`select id, is_read from messages order by is_read`).toEqual([
        { id: c, is_read: false },
        { id: b, is_read: true },
      ]);
    }));

  it("messages marked as replied are read, and keep the time of the first reply", () =>
    withMessages(
      [
        { subject: "spam 1", created_at: second(1) },
        { subject: "spam 2", created_at: second(2) },
        { subject: "ham", created_at: second(3) },
      ],
      async (tx, [one = "", two = "", ham = ""]) => {
        await tx`update messages set replied_at = '2026-01-01' where id = ${one}`;
        const [marked] = await tx`select mark_messages_replied(${[one, ham]}, true) as count`;
        expect(marked?.count).toBe(2);
        const states = () =>
          tx`select subject, is_read, replied_at::date::text as replied from list_messages()`;
        const today = expect.stringMatching(/^20\d\d-/);
        expect(await states()).toEqual([
          { subject: "ham", is_read: true, replied: today },
          { subject: "spam 2", is_read: false, replied: null },
          { subject: "spam 1", is_read: true, replied: "2026-01-01" },
        ]);
        const until = second(3);
        const [found] =
          await tx`select mark_found_messages_replied('', ${until}, true, ${[two]}) as count`;
        expect(found?.count, "those that are replied already do not count").toBe(0);
        const [undone] =
          await tx`select mark_found_messages_replied('spam', ${until}, false) as count`;
        expect(undone?.count).toBe(1);
        const [left] = await tx`select count(*) from messages where replied_at is not null`;
        expect(left?.count).toBe(1);
      },
    ));

  it("marking or deleting all results changes the messages found up to a point in time, with exceptions", () =>
    withMessages(
      [
        { subject: "spam 1", created_at: second(1) },
        { subject: "spam 2", created_at: second(2) },
        { subject: "ham", created_at: second(3) },
        { subject: "spam later", created_at: second(4) },
      ],
      async (tx, ids) => {
        const except = ids.slice(0, 1);
        const [marked] =
          await tx`select mark_found_messages('spam', ${second(3)}, true, ${except}) as count`;
        expect(marked?.count).toBe(1);
        const [again] = await tx`select mark_found_messages('spam', ${second(3)}, true) as count`;
        expect(again?.count, "those that are read already do not count").toBe(1);
        const [gone] =
          await tx`select (trash_found_messages('spam', ${second(3)}, ${except}) ->> 'count')::int as count`;
        expect(gone?.count).toBe(1);
        expect(await search(tx, "")).toEqual(["spam later", "ham", "spam 1"]);
      },
    ));
});

interface Row {
  id: string;
  subject: string;
  created_at: string;
}

const pageAt = (tx: Tx, words: string, cursor: Row | undefined, newer: boolean) =>
  tx<
    Row[]
  >`select * from list_messages(${words}, ${cursor?.created_at ?? null}, ${cursor?.id ?? null}, ${newer}, 3)`;

describeNewestDatabase("With 10,000 messages, the search", (suite) => {
  it("with 10,000 messages, the search uses its indexes", async () => {
    const plans = await suite.trial(async (tx) => {
      await tx.unsafe(`insert into messages (name, email, subject, message, created_at)
        select 'Visitor ' || n, 'v' || n || '@example.org', 'About ' || md5(n::text), 'hello there',
          now() - n * interval '1 minute' from generate_series(1, 10000) n;
        select gin_clean_pending_list('private.message_search_trigrams');
        analyze private.message_search`);
      const plan = async (words: string, order: string) => {
        const [condition] = await tx`select private.search_condition(${words}) as text`;
        const rows = await tx.unsafe<{ "QUERY PLAN": string }[]>(
          `explain select id from private.message_search where ${condition?.text} ${order}`,
        );
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      };
      const newest = "order by created_at desc, id desc limit 100";
      const deep = `and (created_at, id) < (now() - interval '3 days', '00000000-0000-4000-8000-000000000000') ${newest}`;
      return {
        rare: await plan("v3141@example", newest),
        rareCount: await plan("v3141@example", ""),
        common: await plan("hello", newest),
        everything: await plan("", newest),
        deep: await plan("", deep),
      };
    });
    expect(plans.rare).toContain("message_search_trigrams");
    expect(plans.rareCount).toContain("message_search_trigrams");
    for (const plan of [plans.common, plans.everything, plans.deep]) {
      expect(plan).toContain("message_search_newest_first");
      expect(plan).not.toContain("Sort");
    }
    expect(plans.deep).toMatch(/Index Cond: \(ROW\(created_at, id\) </);
  });
});
