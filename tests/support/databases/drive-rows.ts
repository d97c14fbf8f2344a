import { randomUUID } from "node:crypto";
import type { Sql } from "../../../server/database/connect.ts";
import { type Tx, userIds } from "./personas.ts";

/**
 * The contents of a drive: a name with a number is a file of that size, a name with a tree is a
 * folder.
 */
export interface Tree {
  [name: string]: number | Tree;
}

/**
 * Creates these files and folders.
 * @returns the ids by path, whose names are joined with `/`.
 */
export async function plant(
  tx: Tx | Sql,
  tree: Tree,
  { owner = userIds.workspace as string, parent = null as string | null, above = "" } = {},
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, content] of Object.entries(tree)) {
    const id = randomUUID();
    const path = `${above}${name}`;
    ids[path] = id;
    const row = { id, user_id: owner, name, parent_id: parent };
    if (typeof content === "number") {
      const file = { size: content, storage_object_path: `${owner}/${parent ?? "root"}/1-${id}` };
      await tx`insert into workspace_files ${tx({ ...row, ...file })}`;
    } else {
      await tx`insert into workspace_files ${tx({ ...row, is_folder: true })}`;
      Object.assign(ids, await plant(tx, content, { owner, parent: id, above: `${path}/` }));
    }
  }
  return ids;
}

/** The sorted paths of all items in the drive, without the trash or only in it. */
export async function paths(tx: Tx | Sql, trashed = false): Promise<string[]> {
  const rows = await tx<{ path: string }[]>`
    with recursive tree as (
      select id, name as path, trashed_at from workspace_files where parent_id is null
      union all
      select files.id, tree.path || '/' || files.name, files.trashed_at
      from workspace_files files join tree on files.parent_id = tree.id
    )
    select path from tree where (trashed_at is not null) = ${trashed} order by path collate "C"`;
  return rows.map((row) => row.path);
}

/** Reserves an upload. @returns its path in storage. */
export async function reserve(tx: Tx, name: string, size: number, folder: string | null = null) {
  const [row] = await tx<{ path: string }[]>`
    select reserve_upload(${name}, ${size}, ${folder}) as path`;
  return row?.path as string;
}

/** The caller's usage, quota and file size limit, in bytes. */
export const usage = async (tx: Tx) => (await tx`select * from drive_usage()`)[0];

/** Creates the row of a stored file in the root folder. */
export const addFile = (tx: Tx, storage_object_path: string, size: number, name = "x") =>
  tx`insert into workspace_files
    ${tx({ user_id: userIds.workspace, name, storage_object_path, size })} returning id`;
