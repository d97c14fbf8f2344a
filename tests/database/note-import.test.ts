import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { type Tx, userIds } from "../support/databases/personas.ts";

const noteOf = (values: object = {}) => ({
  id: randomUUID(),
  title: "a",
  content: "<p>b</p>",
  color: "#442336",
  is_pinned: true,
  is_archived: false,
  is_trashed: false,
  labels: ["home", "two words"],
  remind_at: "2027-01-02T03:04:05+00:00",
  updated_at: "2019-03-04T05:06:07.123456+00:00",
  ...values,
});

async function importNotes(tx: Tx, notes: object[]): Promise<number | undefined> {
  const [row] = await tx<
    { added: number }[]
  >`select import_notes(${tx.json(notes as never)}) as added`;
  return row?.added;
}

const stored = (tx: Tx) =>
  tx`select id, user_id, title, content, color, is_pinned, is_archived, labels, remind_at, revision,
    updated_at::text from workspace_notes order by title`;

describeDatabase("The import of notes", (suite) => {
  it("the import of notes keeps the notes' fields, ids and times", async () => {
    const note = noteOf();
    const rows = await suite.as("workspace user", async (tx) => {
      await tx`set local time zone 'UTC'`;
      expect(await importNotes(tx, [note])).toBe(1);
      return [...(await stored(tx))];
    });
    const { is_trashed: _, ...fields } = note;
    const updated_at = "2019-03-04 05:06:07.123456+00";
    expect(rows).toEqual([{ ...fields, user_id: userIds.workspace, revision: 1, updated_at }]);
  });

  it("a repeated import of notes adds nothing, not even notes changed or deleted since", async () => {
    const [one, two, three] = [
      noteOf({ title: "1" }),
      noteOf({ title: "2" }),
      noteOf({ title: "3" }),
    ];
    const result = await suite.as("workspace user", async (tx) => {
      await importNotes(tx, [one, two]);
      await tx`update workspace_notes set title = 'changed' where id = ${one.id}`;
      await tx`delete from workspace_notes where id = ${two.id}`;
      const added = await importNotes(tx, [one, two, three, three]);
      return { added, titles: (await stored(tx)).map(({ title }) => title) };
    });
    expect(result).toEqual({ added: 1, titles: ["3", "changed"] });
  });

  it("the import of notes moves deleted notes to the trash, from where they can be restored", async () => {
    const note = noteOf({ is_trashed: true });
    const result = await suite.as("workspace user", async (tx) => {
      const added = await importNotes(tx, [note, noteOf({ title: "other" })]);
      const trashed = await tx`select id, labels, trashed_at > now() - interval '1 minute' as is_new
        from trashed_notes`;
      const again = await importNotes(tx, [note]);
      const restored = await tx`select title, updated_at from restore_notes(${[note.id]})`;
      return { added, trashed: [...trashed], again, restored: [...restored] };
    });
    expect(result).toEqual({
      added: 2,
      trashed: [{ id: note.id, labels: note.labels, is_new: true }],
      again: 0,
      restored: [{ title: "a", updated_at: note.updated_at }],
    });
  });

  it("the import of notes uses the present for a time that is missing or in the future", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      const times = [null, "2999-01-01", "infinity", "-infinity"];
      await importNotes(
        tx,
        times.map((updated_at, index) => noteOf({ title: `${index}`, updated_at })),
      );
      return tx`select updated_at = now() as is_now, extract(year from updated_at)::int as year
        from workspace_notes order by title`;
    });
    expect(rows.map(({ is_now }) => is_now)).toEqual([true, true, true, false]);
    expect(rows[3]?.year).toBe(1970);
  });

  it.each([
    ["a text over 1 MiB", { content: "x".repeat(1024 * 1024 + 1) }],
    ["a title that is too long", { title: "x".repeat(1001) }],
    ["a color that is none", { color: "red" }],
    ["labels that are too many", { labels: Array.from({ length: 51 }, (_, at) => `${at}`) }],
    ["a text over 1 MiB in the trash", { content: "x".repeat(1024 * 1024 + 1), is_trashed: true }],
  ])("the import of notes refuses all of a call for %s", async (_, values) => {
    const result = await suite.as("workspace user", async (tx) => {
      const refusal = await codeOf(tx, (inner) => importNotes(inner, [noteOf(), noteOf(values)]));
      return { refusal, rows: (await stored(tx)).length };
    });
    expect(result).toEqual({ refusal: "23514", rows: 0 });
  });

  it("the import of notes adds notes to the caller alone, who has to be the workspace user", async () => {
    for (const persona of ["owner", "signed in, no role"] as const) {
      const refusal = await suite.as(persona, (tx) =>
        codeOf(tx, (inner) => importNotes(inner, [noteOf()])),
      );
      expect(refusal, persona).toBe("42501");
    }
  });
});
