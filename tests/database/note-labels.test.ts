import { expect, it } from "vitest";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;

const add = (tx: Tx, title: string, labels: string[]) =>
  tx`insert into workspace_notes ${tx({ user_id, title, labels } as never)}`;

const labelsOf = async (tx: Tx, table = "workspace_notes") => {
  const rows = await tx<{ title: string; labels: string[] }[]>`
    select title, labels from ${tx(table)} order by title`;
  return Object.fromEntries(rows.map(({ title, labels }) => [title, labels]));
};

const rename = async (tx: Tx, from: string, to: string) => {
  const [row] = await tx<{ count: number }[]>`select rename_label(${from}, ${to}) as count`;
  return row?.count;
};

describeDatabase("Labels of notes", (suite) => {
  it("labels of notes are renamed in all notes of the user, archived and trashed ones too", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      await add(tx, "a", ["Home", "Work"]);
      await add(tx, "b", ["Other"]);
      await add(tx, "c", ["Home"]);
      await add(tx, "d", ["Home"]);
      await tx`update workspace_notes set is_archived = true where title = 'c'`;
      await tx`delete from workspace_notes where title = 'd'`;
      const count = await rename(tx, "Home", "Garden");
      return { count, notes: await labelsOf(tx), trash: await labelsOf(tx, "trashed_notes") };
    });
    expect(result).toEqual({
      count: 3,
      notes: { a: ["Garden", "Work"], b: ["Other"], c: ["Garden"] },
      trash: { d: ["Garden"] },
    });
  });

  it("labels of notes are merged with a label that the note already has, and removed by an empty name", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      await add(tx, "a", ["Home", "Work", "x"]);
      await rename(tx, "Home", "Work");
      const merged = await labelsOf(tx);
      await rename(tx, "Work", "");
      return [merged, await labelsOf(tx)];
    });
    expect(result).toEqual([{ a: ["Work", "x"] }, { a: ["x"] }]);
  });

  it("labels of notes keep the times and the order of their notes, and notify other devices", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      await add(tx, "a", ["Home"]);
      const read = () => tx`select updated_at::text, revision, change_number from workspace_notes`;
      const [before] = await read();
      await rename(tx, "Home", "Work");
      return { before, after: (await read())[0] };
    });
    expect(result.after?.updated_at).toBe(result.before?.updated_at);
    expect(result.after?.revision).toBe(2);
    expect(Number(result.after?.change_number)).toBeGreaterThan(
      Number(result.before?.change_number),
    );
  });

  it("labels of notes of another user are not renamed", async () => {
    const labels = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      await add(tx, "a", ["Home"]);
      await becomeSuperuser(tx);
      await tx`update workspace_notes set user_id = ${userIds.stranger} where true`;
      await become(tx, "workspace user");
      expect(await rename(tx, "Home", "Work")).toBe(0);
      await becomeSuperuser(tx);
      return labelsOf(tx);
    });
    expect(labels).toEqual({ a: ["Home"] });
  });

  it("labels of notes go to the trash with their note, and come back with it", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      await add(tx, "a", ["Home"]);
      const [row] = await tx<{ id: string }[]>`delete from workspace_notes where true returning id`;
      const trash = await labelsOf(tx, "trashed_notes");
      await tx`select restore_notes(${[row?.id ?? ""]})`;
      return [trash, await labelsOf(tx)];
    });
    expect(result).toEqual([{ a: ["Home"] }, { a: ["Home"] }]);
  });

  it("labels of notes are found by the search of the notes' list as well", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      await add(tx, "plain", ["Jardín", "later"]);
      await add(tx, "other", []);
      return tx`select title, passage, item -> 'labels' as labels from search_workspace('jardin')`;
    });
    expect(rows).toEqual([
      { title: "plain", passage: "Jardín, later", labels: ["Jardín", "later"] },
    ]);
  });
});
