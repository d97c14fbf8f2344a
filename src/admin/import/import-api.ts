import type { KindName } from "../../../shared/content/kind.ts";
import { fromKinds, KIND_NAMES } from "../../../shared/content/kinds.ts";
import type { Json } from "../../../shared/database.types.ts";
import { unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";
import { type DatedEntry, inPageOrder } from "../entries/arrange/arrangement.ts";
import { listEntries } from "../entries/entry-api.ts";
import type { ImportChanges } from "./import-changes.ts";
import type { SiteContent } from "./plan-item.ts";

/** The whole content, and the rows that are unchanged sample content. */
export interface SiteState {
  content: SiteContent;
  /** Keys such as `experience <id>` or `personal_info tagline`. */
  samples: ReadonlySet<string>;
}

/** Reads everything an import compares a file with. */
export async function readSite(): Promise<SiteState> {
  const [samples, info, ...lists] = await Promise.all([
    import("../shell/site-facts-api.ts").then((api) => api.listSampleContent()),
    readAll("key", (counting) => db().from("personal_info").select("*", counting)),
    ...KIND_NAMES.map(async (name) => inSiteOrder(await listEntries<KindName>(name))),
  ]);
  const content = fromKinds((name) => lists[KIND_NAMES.indexOf(name)] ?? []);
  return {
    samples,
    content: { ...(content as object as Pick<SiteContent, KindName>), info },
  };
}

/** Sorts rows in the site's order. */
function inSiteOrder(rows: readonly (DatedEntry & { id: string; level?: number | null })[]) {
  return inPageOrder(rows.toSorted((a, b) => (b.level ?? -1) - (a.level ?? -1)));
}

/**
 * Writes everything in one transaction.
 * @throws {BackendError} `PT409` when the content was changed in the meantime; then nothing was
 * written.
 */
export async function importContent(
  changes: ImportChanges,
  { clearSample, signal }: { clearSample: boolean; signal: AbortSignal },
): Promise<void> {
  await db()
    .rpc("import_file", { content: changes as Json, clear_sample: clearSample })
    .abortSignal(signal)
    .then(({ data, error, status }) => unwrap({ data: data ?? true, error, status }));
}

/** An import of the last 30 days. */
export interface LastImport {
  id: string;
  imported_at: string;
  /** Number of entries. */
  entries: number;
  /** Whether the import can be undone. */
  is_unchanged: boolean;
}

/** The import that can be undone; null for none. */
export async function getLastImport(): Promise<LastImport | null> {
  const [last] = await db().rpc("last_import").then(unwrap);
  return last ?? null;
}

/**
 * Undoes an import as a whole.
 * @returns false when it is not the last import, or was already undone.
 * @throws {BackendError} `PT409` when one of its entries has changed since; then nothing is undone.
 */
export async function undoImport(id: string): Promise<boolean> {
  return db().rpc("undo_import", { import: id }).then(unwrap);
}

/** Tables that an import and its undo change. */
export const IMPORT_CHANGES = [
  ["last_import"],
  ["personal_info"],
  ...KIND_NAMES.map((kind) => [kind]),
];

const db = () => getClient("admin");
