import { queryOptions } from "@tanstack/react-query";
import type { KindName, Row } from "../../../shared/content/kind.ts";
import { kinds } from "../../../shared/content/kinds.ts";
import type { SaveTarget } from "../../forms/entry.ts";
import { onlyRow, unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";

/** An entry as lists show it: a skill with the name and the place of its category. */
export type Listed<Name extends KindName> = Row<Name> &
  (Name extends "skills"
    ? { skill_categories: Pick<Row<"skill_categories">, "name" | "position"> | null }
    : unknown);

export function listEntries<Name extends KindName>(name: Name): Promise<Listed<Name>[]> {
  const columns = name === "skills" ? "*, skill_categories(name, position)" : "*";
  return readAll(kinds[name].order, (counting) =>
    rowsOf(name).select(columns, counting).overrideTypes<Listed<Name>[], { merge: false }>(),
  );
}

/**
 * Upserts a new entry under `newId` (idempotent), or updates the row given by `target`.
 * @returns its id.
 * @throws {BackendError} a conflict when the row is no longer at the target's revision, or when a
 * new row was already added and changed since; gone for a deleted row.
 */
export async function saveEntry<Name extends KindName>(
  name: Name,
  values: Partial<Row<Name>>,
  target: SaveTarget,
  newId: string,
): Promise<string> {
  const columns = values as object as Row<"social_links">;
  const write = target
    ? rowsOf(name)
        .update({ ...columns, revision: target.revision })
        .eq("id", target.id)
    : // An upsert: if only the response was lost, the row already exists, perhaps changed elsewhere.
      rowsOf(name).upsert({ ...columns, id: newId, revision: 1 });
  return onlyRow(await write.select("id").then(unwrap)).id;
}

/** @throws {BackendError} gone when it was already removed. */
export async function removeEntry(name: KindName, id: string): Promise<void> {
  onlyRow(await rowsOf(name).delete().eq("id", id).select("id").then(unwrap));
}

// The tables differ only in their columns, which supabase-js cannot express as a union.
const rowsOf = (name: KindName) => getClient("admin").from(name as "social_links");

/** All entries of a kind. */
export function entriesQuery<Name extends KindName>(name: Name) {
  return queryOptions({
    queryKey: [name, "list"],
    queryFn: () => listEntries(name),
  });
}

/** Query keys that a change of an entry affects: skills show the name of their category. */
export function changesOf(name: KindName): string[][] {
  return name === "skill_categories" ? [["skill_categories"], ["skills"]] : [[name]];
}
