import type { SaveTarget } from "../../forms/entry.ts";
import type { Tables, TablesInsert } from "../../lib/database.types.ts";
import { onlyRow, unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";

/** The tables whose entries are listed newest first. */
export type DatedTable = "experience" | "education" | "projects";

/** Operations on the entries of one table. */
export interface EntryApi<Row, Values> {
  table: DatedTable;
  /** All of them, newest first. */
  list: () => Promise<Row[]>;
  /**
   * Upserts a new entry under `newId` (idempotent), or updates the row given by `target`.
   * @throws {BackendError} a conflict when the row is no longer at the target's revision, gone when
   *   it no longer exists.
   */
  save: (values: Values, target: SaveTarget, newId: string) => Promise<unknown>;
  /** @throws {BackendError} gone when it was already removed. */
  remove: (id: string) => Promise<unknown>;
}

export function createEntryApi<Table extends DatedTable>(
  table: Table,
): EntryApi<Tables<Table>, Omit<TablesInsert<Table>, "id" | "revision" | "created_at">> {
  // The three tables differ only in their columns, which supabase-js cannot express as a union.
  const rows = () => getClient("admin").from(table as "experience");
  return {
    table,
    list: () =>
      readAll<Tables<Table>>((from, to) =>
        rows()
          .select("*", { count: "exact" })
          .order("created_at", { ascending: false })
          .order("id", { ascending: false })
          .range(from, to)
          .overrideTypes<Tables<Table>[], { merge: false }>(),
      ),
    save: async (values, target, newId) => {
      const columns = values as unknown as TablesInsert<"experience">;
      const write = target
        ? rows()
            .update({ ...columns, revision: target.revision })
            .eq("id", target.id)
        : // An upsert: if only the response was lost, the row already exists.
          rows().upsert({ ...columns, id: newId });
      return await write.select("id").then(unwrap).then(onlyRow);
    },
    remove: async (id) => rows().delete().eq("id", id).select("id").then(unwrap).then(onlyRow),
  };
}
