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

const user_id = userIds.workspace;

const picture = (id: string) => `<p>a</p><img data-file="${id}" alt="x" width="4" height="3">`;

async function addNote(tx: Tx, content: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into workspace_notes ${tx({ user_id, content })} returning id`;
  return row?.id as string;
}

async function addFile(tx: Tx, name: string, parent_id: string | null = null): Promise<string> {
  const path = `${user_id}/${randomUUID()}`;
  const content = parent_id
    ? { storage_object_path: path, size: 0, mimetype: "image/png" }
    : { is_folder: true };
  const [row] = await tx<{ id: string }[]>`
    insert into workspace_files ${tx({ user_id, name, parent_id, ...content } as never)} returning id`;
  return row?.id as string;
}

/** Ids of the files that notes use. */
const used = async (tx: Tx) => {
  const rows = await tx<{ file_id: string }[]>`
    select file_id from note_files where unused_since is null order by file_id`;
  return rows.map(({ file_id }) => file_id);
};

const trashedFiles = async (tx: Tx) => {
  const rows = await tx<{ name: string }[]>`
    select name from workspace_files where trashed_at is not null order by name`;
  return rows.map(({ name }) => name);
};

describeDatabase("The pictures of notes", (suite) => {
  it("the pictures of notes are listed with each change of a note, whether or not the file exists", async () => {
    const [one, two] = [randomUUID(), randomUUID()].sort() as [string, string];
    const steps = await suite.as("workspace user", async (tx) => {
      const id = await addNote(tx, picture(one) + picture(one));
      const added = await used(tx);
      await tx`update workspace_notes set content = ${picture(two)} where id = ${id}`;
      const replaced = await used(tx);
      await tx`update workspace_notes set content = ${picture(one) + picture(two)} where true`;
      return [added, replaced, await used(tx)];
    });
    expect(steps).toEqual([[one], [two], [one, two]]);
  });

  it.each([
    ["data-file='$'", 1],
    ["data-file=$", 1],
    ['data-file="no id"', 0],
    ['src="$"', 0],
  ])("the pictures of notes are found in %s: %i", async (attribute, count) => {
    const files = await suite.as("workspace user", async (tx) => {
      await addNote(tx, `<img ${attribute.replace("$", randomUUID())}>`);
      return used(tx);
    });
    expect(files).toHaveLength(count);
  });

  it("the pictures of notes count as used while their note is in the trash, and after the note is restored", async () => {
    const file = randomUUID();
    const steps = await suite.as("workspace user", async (tx) => {
      const id = await addNote(tx, picture(file));
      await tx`delete from workspace_notes where id = ${id}`;
      const trashed = await used(tx);
      await tx`select restore_notes(${[id]})`;
      const restored = await used(tx);
      await tx`delete from workspace_notes where id = ${id}`;
      await tx`delete from trashed_notes where id = ${id}`;
      return [trashed, restored, await used(tx)];
    });
    expect(steps).toEqual([[file], [file], []]);
  });

  it("the pictures of notes go to the trash 30 days after the last note has dropped them, once", async () => {
    const steps = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      const folder = await addFile(tx, "Note pictures");
      const other = await addFile(tx, "Own pictures");
      const files = {
        dropped: await addFile(tx, "dropped", folder),
        lately: await addFile(tx, "dropped lately", folder),
        still: await addFile(tx, "still used", folder),
        moved: await addFile(tx, "moved elsewhere", other),
      };
      await addFile(tx, "never in a note", folder);
      const all = Object.values(files).map(picture).join("");
      const [one, two] = [await addNote(tx, all), await addNote(tx, picture(files.still))];
      await tx`update workspace_notes set content = '' where id = ${one}`;
      await becomeSuperuser(tx);
      await tx`update note_files set unused_since = now() - interval '30 days 1 minute'
        where unused_since is not null and file_id <> ${files.lately}`;
      await become(tx, "workspace user");
      await tx`select sweep_trashed_notes()`;
      const first = await trashedFiles(tx);
      await tx`select restore_files(${[files.dropped]})`;
      await tx`select sweep_trashed_notes()`;
      const restored = await trashedFiles(tx);
      await tx`update workspace_notes set content = '' where id = ${two}`;
      await becomeSuperuser(tx);
      await tx`update note_files set unused_since = now() - interval '31 days' where true`;
      await becomeService(tx);
      await tx`select sweep_trashed_notes()`;
      await becomeSuperuser(tx);
      return [first, restored, await trashedFiles(tx)];
    });
    expect(steps).toEqual([["dropped"], [], ["dropped lately", "still used"]]);
  });

  it("the pictures of notes of other users stay", async () => {
    const trashed = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      const file = await addFile(tx, "picture", await addFile(tx, "Note pictures"));
      await addNote(tx, picture(file));
      await tx`update workspace_notes set content = '' where true`;
      await becomeSuperuser(tx);
      await tx`update note_files set unused_since = now() - interval '31 days' where true`;
      await become(tx, "owner");
      await tx`select sweep_trashed_notes()`;
      await becomeSuperuser(tx);
      return trashedFiles(tx);
    });
    expect(trashed).toEqual([]);
  });

  it("the pictures of notes are deleted from the list with their user", async () => {
    const left = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      const id = await addNote(tx, picture(randomUUID()));
      await addNote(tx, picture(randomUUID()));
      await tx`delete from workspace_notes where id = ${id}`;
      await becomeSuperuser(tx);
      await tx`delete from auth.users where id = ${user_id}`;
      return tx`select from note_files`;
    });
    expect(left).toHaveLength(0);
  });
});
