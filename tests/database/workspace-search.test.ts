import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import {
  codeOf,
  describeDatabase,
  describeNewestDatabase,
  sqlstate,
} from "../support/databases/database-suite.ts";
import { plant } from "../support/databases/drive-rows.ts";
import {
  become,
  becomeService,
  personas,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";

const user_id = userIds.workspace;

interface Found {
  kind: string;
  id: string;
  title: string;
  passage: string;
  place: string;
  updated_at: string | null;
  item: Record<string, unknown> | null;
}

const search = (tx: Tx, words: string, most = 20) =>
  tx<Found[]>`select * from search_workspace(${words}, ${most})`;

const found = async (tx: Tx, words: string) =>
  (await search(tx, words)).map(({ kind, title }) => `${kind}: ${title}`);

const addNote = async (tx: Tx, title: string, content = "", is_archived = false) =>
  (
    await tx`insert into workspace_notes ${tx({ user_id, title, content, is_archived })} returning *`
  )[0];

describeDatabase("search_workspace", (suite) => {
  it("search_workspace finds notes, archived and trashed ones, tasks, files, folders and cached Notion notes", async () => {
    await suite.trial(async (tx) => {
      await becomeService(tx);
      const items = JSON.stringify([
        { id: "n1", title: "Harbor list", url: "https://notion.example/n1", tags: ["Ships"] },
        { id: "n2", title: "Other" },
        { id: "n3", title: "Harbor only", tags: null, lastEdited: "2026-01-02T03:04:05Z" },
        { id: "n4", title: "Harbor never", lastEdited: "2026-13-45T99:99:99Z" },
      ]);
      await tx`select save_notion_notes('one', ${items})`;
      await become(tx, "workspace user");
      await addNote(tx, "Shown", "<p>the harbor</p>");
      await addNote(tx, "Kept", "<p>the harbor</p>", true);
      await addNote(tx, "Deleted", "<p>the harbor</p>");
      await tx`delete from workspace_notes where title = 'Deleted'`;
      await tx`insert into workspace_tasks ${tx([
        { user_id, title: "Paint", description: "in the harbor", tags: ["Ships"], status: "todo" },
        { user_id, title: "Harbor tax", description: null, tags: null, status: "done" },
        { user_id, title: "Dredge", description: "the harbor", tags: ["Ships"], status: "done" },
      ])}`;
      await tx`select archive_tasks(array(select id from workspace_tasks where title = 'Dredge'))`;
      await plant(tx, { Travel: { "Harbor maps": { "harbor.pdf": 9, "city.pdf": 9 } } });
      const rows = await search(tx, "HARBOR");
      expect(rows.map(({ kind, title, place }) => [kind, title, place]).sort()).toEqual(
        [
          ["note", "Shown", ""],
          ["archived note", "Kept", ""],
          ["trashed note", "Deleted", ""],
          ["task", "Paint", "todo"],
          ["task", "Harbor tax", "done"],
          ["archived task", "Dredge", ""],
          ["folder", "Harbor maps", "Travel"],
          ["file", "harbor.pdf", "Travel / Harbor maps"],
          ["notion", "Harbor list", "https://notion.example/n1"],
          ["notion", "Harbor only", null],
          ["notion", "Harbor never", null],
        ].sort(),
      );
      expect(rows.find(({ title }) => title === "Paint")?.passage).toBe("in the harbor · Ships");
      expect(await found(tx, "ships harbor")).toEqual([
        "task: Paint",
        "archived task: Dredge",
        "notion: Harbor list",
      ]);
    });
  });

  it("search_workspace returns the same row for a note as the list of notes", async () => {
    await suite.as("workspace user", async (tx) => {
      const note = await addNote(tx, "Long", `<p>${"hay ".repeat(500)}needle</p>`);
      const [row] = await search(tx, "needle");
      const { id, title, excerpt, is_cut, color, is_pinned, is_archived } = note ?? {};
      const { revision, change_number } = note ?? {};
      expect(row?.item).toMatchObject({
        id,
        title,
        excerpt,
        is_cut,
        color,
        is_pinned,
        is_archived,
      });
      expect(row?.item).toMatchObject({ revision, change_number: Number(change_number) });
      expect(row?.item).toMatchObject({ labels: [], remind_at: null });
      expect(Object.keys(row?.item ?? {})).not.toContain("content");
    });
  });

  it.each([
    ["100%", "is 100% sure", "is 1000 sure"],
    ["a_b", "has a_b in it", "has axb in it"],
    ["c:\\temp", "in c:\\temp", "in c:temp"],
    ["it's", "it's here", "its here"],
    ["%L", "takes %L", "takes nothing"],
    ["'; drop table", "'; drop table x", "drop it"],
    ["cafe muller", "Café Mu\u0308ller", "Cafe Miller"],
    ["STRASSE lodz", "Straße nach Łódź", "Strase Lodz"],
    ["東京", "<p>東京都</p>", "<p>京都</p>"],
    ["한글", "한글 노트", "하늘"],
    ["がく", "がくせい", "かく"],
    ["needle", "nee<b>dle</b>", "nee<p>dle</p>"],
    ["a&b <c>", "a&amp;b &lt;c&gt;", "a b c"],
    ["ПРИВЕТ", "привет мир", "пока"],
  ])(
    "search_workspace matches %j literally, without case, accents and markup",
    async (words, hit, miss) => {
      await suite.as("workspace user", async (tx) => {
        await addNote(tx, "hit", hit);
        await addNote(tx, "miss", miss);
        await tx`delete from workspace_notes where true`;
        await addNote(tx, "hit", hit);
        await addNote(tx, "miss", miss);
        await tx`insert into workspace_tasks ${tx([
          {
            user_id,
            title: "hit",
            description: hit
              .replace(/<\/?[bp]>/g, "")
              .replace(/&amp;/, "&")
              .replace(/&lt;/, "<")
              .replace(/&gt;/, ">"),
          },
          { user_id, title: "miss", description: miss.replace(/<\/?[bp]>/g, " ") },
        ])}`;
        expect(await found(tx, words)).toEqual(["note: hit", "trashed note: hit", "task: hit"]);
      });
    },
  );

  it("search_workspace follows every change of a note", async () => {
    await suite.as("workspace user", async (tx) => {
      const note = await addNote(tx, "Before", "one");
      await tx`update workspace_notes set content = 'two' where id = ${note?.id}`;
      expect(await found(tx, "one")).toEqual([]);
      await tx`update workspace_notes set title = 'After' where id = ${note?.id}`;
      expect(await found(tx, "after two")).toEqual(["note: After"]);
      await tx`delete from workspace_notes where id = ${note?.id}`;
      expect(await found(tx, "two")).toEqual(["trashed note: After"]);
      await tx`select restore_notes(${[note?.id ?? ""]})`;
      expect(await found(tx, "two")).toEqual(["note: After"]);
    });
  });

  it("search_workspace shows the matching passage in its original spelling", async () => {
    await suite.as("workspace user", async (tx) => {
      const filler = "Füllung ".repeat(80);
      await addNote(tx, "Start", "<p>Hello <b>Wor</b>ld</p>");
      await addNote(tx, "Plain", `<p>${filler}Kleine Brücke am Hafen ${filler}</p>`);
      const passageOf = async (words: string) => (await search(tx, words))[0]?.passage ?? "";
      expect(await passageOf("world")).toBe(" Hello World ");
      const bridge = await passageOf("brucke");
      expect(bridge).toMatch(/^…(Füllung ){1,2}Kleine Brücke am Hafen Füllung/);
      expect(bridge.length).toBeGreaterThan(180);
      await addNote(tx, "Korean", `<p>${"가나다 ".repeat(100)}한국 ${"마바사 ".repeat(60)}</p>`);
      expect(await passageOf("한국")).toMatch(/^…(가나다 ){5,6}한국 마바사/);
      // The passage is the beginning of the text if only the title matches.
      expect(await passageOf("plain")).toMatch(/^ Füllung/);
    });
  });

  it("search_workspace finds nothing without words, and ignores what follows 200 characters", async () => {
    await suite.as("workspace user", async (tx) => {
      await addNote(tx, "x", "abc");
      expect(await search(tx, " \n ")).toEqual([]);
      expect(await search(tx, "")).toEqual([]);
      expect(await found(tx, `abc${" ".repeat(200)}nothing`)).toEqual(["note: x"]);
      expect(await search(tx, "zz".repeat(5000))).toEqual([]);
    });
  });

  it("search_workspace returns rows with every word in their title first, then in the order of the list", async () => {
    await suite.trial(async (tx) => {
      await becomeService(tx);
      const row = (title: string, day: number, more = {}) => ({
        user_id,
        title,
        content: "anchor chain",
        is_pinned: false,
        is_archived: false,
        updated_at: `2026-01-0${day}`,
        ...more,
      });
      await tx`insert into workspace_notes ${tx([
        row("old", 1),
        row("new", 2),
        row("Chain of the Anchor", 1),
        row("archived", 9, { is_archived: true }),
        row("pinned", 1, { is_pinned: true }),
        row("Anchor", 1),
      ])}`;
      await become(tx, "workspace user");
      const titles = (await search(tx, "anchor chain")).map(({ title }) => title);
      expect(titles.slice(0, 3)).toEqual(["Chain of the Anchor", "pinned", "new"]);
      expect(titles.slice(3, 5).sort()).toEqual(["Anchor", "old"]);
      expect(titles[5]).toBe("archived");
    });
  });

  it("search_workspace returns the newest notes first, and the requested number of each kind, at most 200", async () => {
    await suite.trial(async (tx) => {
      await becomeService(tx);
      await tx`insert into workspace_notes (user_id, title, updated_at)
        select ${user_id}, 'note ' || n, '2026-01-01'::timestamptz + n * interval '1 minute'
        from generate_series(1, 210) n`;
      await become(tx, "workspace user");
      const rows = await search(tx, "note", 3);
      expect(rows.map(({ title }) => title)).toEqual(["note 210", "note 209", "note 208"]);
      expect(await search(tx, "note", 1000)).toHaveLength(200);
      expect(await search(tx, "note", -1)).toHaveLength(1);
    });
  });

  it("search_workspace never returns the rows of another user", async () => {
    await suite.trial(async (tx) => {
      const other = { user_id: userIds.owner };
      await tx`insert into workspace_notes ${tx({ ...other, title: "secret one" })}`;
      await tx`insert into workspace_notes ${tx({ ...other, title: "secret two" })}`;
      await tx`delete from workspace_notes where title = 'secret two'`;
      await tx`insert into workspace_tasks ${tx({ ...other, title: "secret" })}`;
      await plant(tx, { secret: 1 }, { owner: userIds.owner });
      await become(tx, "workspace user");
      expect(await search(tx, "secret")).toEqual([]);
    });
  });

  it.each(personas.filter((persona) => persona !== "workspace user"))(
    "search_workspace is refused to %s, with its parts",
    async (persona) => {
      await suite.as(persona, async (tx) => {
        for (const call of [
          "public.search_workspace('x')",
          "private.find_in_workspace('x', 1)",
          "private.find_notion_notes('x', 1)",
        ])
          expect(await codeOf(tx, (inner) => inner.unsafe(`select ${call}`))).toBe(sqlstate.denied);
      });
    },
  );
});

describeNewestDatabase("The search of notes", (suite) => {
  it("the search of notes uses the trigram index for a rare word", async () => {
    await suite.trial(async (tx) => {
      await tx`insert into workspace_notes (id, user_id, title, content)
        select gen_random_uuid(), ${user_id}, 'Note ' || n, repeat(md5(n::text) || ' ', 40)
        from generate_series(1, 3000) n`;
      await addNote(tx, "rare", `the ${randomUUID()} zeppelin`);
      await tx.unsafe(`select gin_clean_pending_list('workspace_notes_search');
        analyze workspace_notes`);
      await become(tx, "workspace user");
      expect(await found(tx, "zeppelin")).toEqual(["note: rare"]);
      const [scans] = await tx<{ count: number }[]>`
        select pg_stat_get_xact_numscans('public.workspace_notes_search'::regclass)::int as count`;
      expect(scans?.count).toBe(1);
    });
  });
});
