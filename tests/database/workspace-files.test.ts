import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Sql } from "../../server/database/connect.ts";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;

const file = (name: string, more: Record<string, unknown> = {}) => ({
  user_id,
  name,
  is_folder: false,
  storage_object_path: `${user_id}/root/${name}`,
  ...more,
});

async function createFolder(
  tx: Tx | Sql,
  parent_id: string | null = null,
  owner: string = user_id,
) {
  const id = randomUUID();
  await tx`insert into workspace_files
    ${tx({ id, user_id: owner, name: `folder ${id}`, is_folder: true, parent_id })}`;
  return id;
}

const move = (id: string, parent_id: string | null) => (tx: Tx) =>
  tx`update workspace_files set parent_id = ${parent_id} where id = ${id}`;

describeDatabase("workspace_files", (suite) => {
  it("workspace_files has no blob for folders", async () => {
    const code = await suite.as("workspace user", (tx) =>
      codeOf(
        tx,
        (inner) => inner`insert into workspace_files ${inner(file("x", { is_folder: true }))}`,
      ),
    );
    expect(code).toBe(sqlstate.check);
  });

  it("workspace_files has one name for its Unicode forms, however it is written", async () => {
    await suite.as("workspace user", async (tx) => {
      const [composed, decomposed] = ["r\u00e9sum\u00e9.txt", "re\u0301sume\u0301.txt"];
      const add =
        (name: string, more = {}) =>
        (inner: Tx) =>
          inner`insert into workspace_files ${inner(file(name, { storage_object_path: `${user_id}/${randomUUID()}`, ...more }))} returning id, name`;
      const [first] = await add(decomposed)(tx);
      expect(first?.name).toBe(composed);
      for (const name of [composed, decomposed]) {
        expect(await codeOf(tx, add(name))).toBe(sqlstate.unique);
      }
      const [other] = await add("other.txt")(tx);
      const rename = (inner: Tx) =>
        inner`update workspace_files set name = ${decomposed} where id = ${other?.id}`;
      expect(await codeOf(tx, rename)).toBe(sqlstate.unique);
      const folder = await createFolder(tx);
      const [inFolder] = await add(decomposed, { parent_id: folder })(tx);
      const [kept] = await tx`select name from move_files(${[inFolder?.id]}, null, true)`;
      expect(kept?.name).toBe("r\u00e9sum\u00e9 (1).txt");
      const [found] = await tx`select count(*)::int as count from search_files(${decomposed})`;
      expect(found?.count).toBe(1);
      // Some characters have no composed form.
      expect(await codeOf(tx, add("\u0958".repeat(128)))).toBe(sqlstate.check);
      expect(await codeOf(tx, add("\u0958".repeat(127)))).toBeNull();
    });
  });

  it("workspace_files rejects another user's folder, even with every right granted", async () => {
    const codes = await suite.trial(async (tx) => {
      const foreign = await createFolder(tx, null, userIds.stranger);
      const asSuperuser = await codeOf(tx, (inner) => createFolder(inner, foreign));
      await become(tx, "workspace user");
      return [asSuperuser, await codeOf(tx, (inner) => createFolder(inner, foreign))];
    });
    expect(codes).toEqual([sqlstate.foreignKey, sqlstate.foreignKey]);
  });

  it("workspace_files rejects a missing folder or a file as the parent", async () => {
    const codes = await suite.as("workspace user", async (tx) => {
      const [parent] = await tx`insert into workspace_files ${tx(file("x"))} returning id`;
      return [
        await codeOf(tx, (inner) => createFolder(inner, randomUUID())),
        await codeOf(tx, (inner) => createFolder(inner, parent?.id)),
      ];
    });
    expect(codes).toEqual([sqlstate.foreignKey, sqlstate.check]);
  });

  it("workspace_files moves a folder, but never into itself or one of its descendants", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const a = await createFolder(tx);
      const b = await createFolder(tx, a);
      const c = await createFolder(tx, b);
      return {
        itself: await codeOf(tx, move(a, a)),
        child: await codeOf(tx, move(a, b)),
        grandchild: await codeOf(tx, move(a, c)),
        up: await codeOf(tx, move(c, a)),
        root: await codeOf(tx, move(b, null)),
        nowAllowed: await codeOf(tx, move(a, b)),
      };
    });
    const circles = { itself: sqlstate.check, child: sqlstate.check, grandchild: sqlstate.check };
    expect(result).toEqual({ ...circles, up: null, root: null, nowAllowed: null });
  });

  it("workspace_files rejects a cycle of rows inserted together", async () => {
    const code = await suite.as("workspace user", async (tx) => {
      const [a, b] = [randomUUID(), randomUUID()];
      const row = { user_id, name: "x", is_folder: true };
      const folder = (id: string, parent_id: string) => ({ ...row, id, parent_id });
      return codeOf(
        tx,
        (inner) => inner`insert into workspace_files ${inner([folder(a, b), folder(b, a)])}`,
      );
    });
    expect(code).toBe(sqlstate.foreignKey);
  });

  it("workspace_files rejects a cycle of two concurrent moves", async () => {
    const [a, b] = [await createFolder(suite.sql), await createFolder(suite.sql)];
    const moveAs = (id: string, parent: string) =>
      suite.sql.begin(async (tx) => {
        await become(tx, "workspace user");
        await move(id, parent)(tx);
      });
    const moves = await Promise.allSettled([moveAs(a, b), moveAs(b, a)]);
    const rooted = await suite.sql`select id from workspace_files where parent_id is null`;
    await suite.sql`delete from workspace_files`;
    expect(moves.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(rooted).toHaveLength(1);
  });

  it("workspace_files never turns a folder into a file", async () => {
    const code = await suite.as("workspace user", async (tx) => {
      const id = await createFolder(tx);
      return codeOf(
        tx,
        (inner) => inner`update workspace_files
          set is_folder = false, storage_object_path = ${`${user_id}/root/1`} where id = ${id}`,
      );
    });
    expect(code).toBe(sqlstate.check);
  });
});
