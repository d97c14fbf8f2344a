import { z } from "zod";
import type { Caller } from "../auth/caller.ts";
import type { Sql } from "../database/connect.ts";
import { OBJECT_KEY_MAX_LENGTH } from "../limits/limits.ts";
import { runAsCaller } from "./run-as-caller.ts";

/** NUL is the one character PostgreSQL's text type cannot store. */
const text = z
  .string()
  .max(OBJECT_KEY_MAX_LENGTH)
  .refine((value) => !value.includes("\0"), "must not contain NUL");

/** The body of storage-js's `list`. Unknown members are ignored, as on hosted Supabase. */
export const listRequestSchema = z.object({
  prefix: text.default(""),
  search: text.default(""),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).max(10_000_000).default(0),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .default({ column: "name", order: "asc" }),
});

export type ListRequest = z.infer<typeof listRequestSchema>;

/**
 * A file directly under the prefix, or a folder, for which all members except the name are null.
 */
export interface ListEntry {
  name: string;
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: unknown;
}

/**
 * Lists the direct children of a prefix that the caller may read. Sorted by name, folders are mixed
 * with files; sorted by time, they come first. `search` is a case-insensitive prefix match.
 * Everything is as on hosted Supabase.
 */
export async function listObjects(
  sql: Sql,
  caller: Caller,
  bucket: string,
  request: ListRequest,
): Promise<ListEntry[]> {
  const { limit, offset, sortBy } = request;
  const prefix = request.prefix.replace(/^\/+/, "").replace(/([^/])\/*$/, "$1/");
  const level = prefix.split("/").length;
  const start = `${prefix}${request.search}`.toLowerCase();
  return runAsCaller(sql, caller, (tx) => {
    const direction = sortBy.order === "asc" ? tx`asc` : tx`desc`;
    // A folder sorts with its trailing slash, like the keys of its contents.
    const byName = tx`lower(name || case when folder then '/' else '' end) collate "C" ${direction},
      name collate "C" ${direction}`;
    const order =
      sortBy.column === "name"
        ? byName
        : tx`folder desc, ${tx(sortBy.column)} ${direction}, ${byName}`;
    return tx<ListEntry[]>`
      with found as (
        select path_tokens[${level}::int] as name, array_length(path_tokens, 1) > ${level}::int as folder,
          id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects
        where bucket_id = ${bucket} and starts_with(lower(storage.objects.name), ${start})
          and array_length(path_tokens, 1) >= ${level}::int
      ), entries as (
        select distinct on (name) name, true as folder, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from found where folder
        union all
        select name, false, id, updated_at, created_at, last_accessed_at, metadata from found where not folder
      )
      select name, id, updated_at, created_at, last_accessed_at, metadata from entries
      order by ${order} limit ${limit} offset ${offset}`;
  });
}
