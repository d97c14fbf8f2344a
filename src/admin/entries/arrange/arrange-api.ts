import type { KindName } from "../../../../shared/content/kind.ts";
import { onlyRow, unwrap } from "../../../lib/errors.ts";
import { getClient } from "../../../lib/supabase.ts";
import type { OrderChange, VisibilityChange } from "./arrangement.ts";

/**
 * Saves the order of a whole list, or of all skills of one category, at once.
 * @throws {BackendError} a conflict when the list has changed; nothing is saved then.
 */
export async function saveOrder(name: KindName, { ids, was }: OrderChange): Promise<void> {
  const items = ids.map((id, index) => ({ id, was: was[index] ?? null }));
  const { data, error, status } = await getClient("admin").rpc("save_content_order", {
    list: name,
    items,
  });
  unwrap({ data, error, status });
}

/** Returns a list, or the skills of one category, to the default order. */
export async function resetOrder(name: KindName, { category }: OrderChange): Promise<void> {
  const ordered = rows(name).update({ position: null }).not("position", "is", null);
  if (category === undefined) await ordered.then(unwrap);
  else if (category === null) await ordered.is("category_id" as "id", null).then(unwrap);
  else await ordered.eq("category_id" as "id", category).then(unwrap);
}

/** @throws {BackendError} for a conflict or a deleted entry, as for any save. */
export async function saveVisibility(name: KindName, change: VisibilityChange): Promise<void> {
  const { id, revision, visibility } = change;
  await rows(name)
    .update({ visibility, revision })
    .eq("id", id)
    .select("id")
    .then(unwrap)
    .then(onlyRow);
}

// The tables differ only in other columns, which supabase-js cannot express as a union.
const rows = (name: KindName) => getClient("admin").from(name as "projects");
