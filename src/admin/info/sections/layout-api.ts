import { parseSections, type SectionLayout } from "../../../content/sections.ts";
import { unwrap } from "../../../lib/errors.ts";
import { getClient } from "../../../lib/supabase.ts";
import { saveInfo } from "../info-api.ts";

/** The layout of the page, and the revision it was read at; null while none is stored. */
export interface StoredLayout {
  layout: SectionLayout;
  revision: number | null;
}

export async function getLayout(): Promise<StoredLayout> {
  const [row] = await getClient("admin")
    .from("personal_info")
    .select("value, revision")
    .eq("key", "sections")
    .then(unwrap);
  return { layout: parseSections(row?.value ?? ""), revision: row?.revision ?? null };
}

/** @throws {BackendError} a conflict when the layout was changed in the meantime. */
export async function saveLayout({ layout, revision }: StoredLayout): Promise<void> {
  await saveInfo({ sections: { value: JSON.stringify(layout), revision } });
}
