import type { Role } from "../auth/caller.ts";
import { QueryRefusedError } from "./sql-errors.ts";

/**
 * Embedded tables of a query, at any depth; the site's own queries embed one.
 * @limit requests: embeds in a query [embeds]
 */
const QUERY_MAX_EMBEDS = 6;

/**
 * Columns of all lists of a query; `*` counts as the columns of the widest table.
 * @limit requests: columns in a query [columns]
 */
const QUERY_MAX_COLUMNS = 120;

/**
 * Occurrences of one column in one list. More would make a returned row many times larger than the
 * stored one.
 */
const QUERY_MAX_REPEATS = 3;

/** The part of the engine's parsed request that these rules check. */
export interface QueryAST {
  select?: Selection[];
  where?: unknown;
}

/** A column's name or `*`, or one alias with its target. */
type Selection = string | Record<string, Selected>;

interface Selected {
  column?: string;
  /** `::type` after the column, and before an aggregate. */
  cast?: string;
  preCast?: string;
  /** The column list of an embedded table. */
  select?: Selection[];
  where?: unknown;
}

/**
 * Rejects queries that PostgREST would run but no legitimate client sends: casts, which can produce
 * values of any length, excessive embeds and columns, and visitors' regular expressions, which take
 * 100 MB to compile. Lists are checked even if the URL does not show them as such (quoted, or
 * nested).
 * @throws {QueryRefusedError} 400 with a message that repeats nothing of the query.
 */
export function checkQuery(
  query: QueryAST,
  role: Role,
  columns: readonly { schema: string; table: string }[],
): void {
  const found: Found = { embeds: 0, columns: 0, casts: [], wheres: [query.where] };
  survey(query.select ?? [], widestTable(columns), found);
  if (found.embeds > QUERY_MAX_EMBEDS) throw refused("The query embeds too many tables");
  if (found.columns > QUERY_MAX_COLUMNS) throw refused("The query asks for too many columns");
  if (role === "anon" && found.casts.length > 0) {
    throw refused("Casts are not allowed without signing in");
  }
  if (!found.casts.every((cast) => castable.has(cast.trim().toLowerCase()))) {
    throw refused("Casts to this type are not allowed");
  }
  if (role === "anon" && found.wheres.some(hasRegularExpression)) {
    throw refused("Regular expressions are not allowed without signing in");
  }
}

interface Found {
  embeds: number;
  columns: number;
  casts: string[];
  wheres: unknown[];
}

function survey(list: readonly Selection[], widest: number, found: Found) {
  const seen = new Map<string, number>();
  const count = (name: string, columns: number) => {
    found.columns += columns;
    const repeats = (seen.get(name) ?? 0) + 1;
    if (repeats > QUERY_MAX_REPEATS) throw refused("The query asks for one column too often");
    seen.set(name, repeats);
  };
  for (const item of list) {
    if (typeof item === "string") {
      count(item, item === "*" ? widest : 1);
      continue;
    }
    for (const [alias, selected] of Object.entries(item)) {
      const { column, cast, preCast, select, where } = selected;
      for (const type of [cast, preCast]) if (type !== undefined) found.casts.push(type);
      if (!select) count(column ?? alias, 1);
      else {
        found.embeds++;
        found.wheres.push(where);
        survey(select, widest, found);
      }
    }
  }
}

/** Types whose length is fixed or at most that of the stored value. */
const castable = new Set([
  ...["text", "uuid", "boolean", "bool", "json", "jsonb", "date", "numeric"],
  ...["smallint", "int2", "integer", "int", "int4", "bigint", "int8", "real", "float4", "float8"],
  ...["double precision", "timestamp", "timestamptz", "timestamp with time zone"],
]);

function widestTable(columns: readonly { schema: string; table: string }[]): number {
  const known = widths.get(columns);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { schema, table } of columns) {
    if (schema === "public") counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  const widest = Math.max(1, ...counts.values());
  widths.set(columns, widest);
  return widest;
}

/** Keyed by the cached schema, which is a new object after each change. */
const widths = new WeakMap<object, number>();

function hasRegularExpression(where: unknown): boolean {
  if (typeof where !== "object" || where === null) return false;
  return Object.entries(where).some(
    ([key, value]) => /^\$i?regex/.test(key) || hasRegularExpression(value),
  );
}

const refused = (message: string) => new QueryRefusedError(message);
