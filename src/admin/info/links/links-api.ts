import type { SaveTarget } from "../../../forms/entry.ts";
import { onlyRow, unwrap } from "../../../lib/errors.ts";
import { readAll } from "../../../lib/read-all.ts";
import { getClient } from "../../../lib/supabase.ts";
import type { LinkColumns, SocialLink } from "./link-schema.ts";

/** All social links in the order the site shows them. */
export function listLinks(): Promise<SocialLink[]> {
  return readAll<SocialLink>((from, to) =>
    links()
      .select("*")
      .order("display_order", { ascending: true, nullsFirst: false })
      // Several links may have the same number; paging needs a total order.
      .order("id")
      .range(from, to),
  );
}

/** @param newId id of a new link; makes a retry after a lost response idempotent. */
export async function saveLink(
  columns: LinkColumns,
  target: SaveTarget,
  newId: string,
): Promise<void> {
  const saved = target
    ? links()
        .update({ ...columns, revision: target.revision })
        .eq("id", target.id)
    : links().upsert({ ...columns, id: newId });
  onlyRow(await saved.select("id").then(unwrap));
}

export async function removeLink(id: string): Promise<void> {
  onlyRow(await links().delete().eq("id", id).select("id").then(unwrap));
}

const links = () => getClient("admin").from("social_links");
