import type { Role } from "../auth/caller.ts";
import { queryError } from "./api-error.ts";
import type { Condition, Level } from "./query.ts";

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
 * Occurrences of one column in one list. With more, a returned row could be many times larger than
 * the stored one.
 */
const QUERY_MAX_REPEATS = 3;

/**
 * Refuses queries that PostgREST would run but no legitimate client sends: casts, which can produce
 * values of any length, excessive embeds and columns, and visitors' regular expressions, which take
 * 100 MB to compile.
 * @param widest columns of the widest table.
 * @throws {ApiError} 400 with a message that repeats nothing of the query.
 */
export function checkQuery(query: Level, role: Role, widest: number): void {
  const levels = levelsOf(query);
  if (levels.length - 1 > QUERY_MAX_EMBEDS) throw queryError("The query embeds too many tables");
  const columns = levels.reduce((sum, level) => sum + countColumns(level, widest), 0);
  if (columns > QUERY_MAX_COLUMNS) throw queryError("The query asks for too many columns");
  const casts = levels.flatMap(({ select }) =>
    select.flatMap((item) => (item.kind === "value" && item.cast !== null ? [item.cast] : [])),
  );
  if (role === "anon" && casts.length > 0) {
    throw queryError("Casts are not allowed without signing in");
  }
  if (!casts.every((cast) => castable.has(cast.toLowerCase()))) {
    throw queryError("Casts to this type are not allowed");
  }
  if (role === "anon" && levels.some(({ where }) => where.some(isRegularExpression))) {
    throw queryError("Regular expressions are not allowed without signing in");
  }
}

/** The level and all levels that it embeds, at any depth. */
function levelsOf(level: Level): Level[] {
  const embedded = level.select.flatMap((item) =>
    item.kind === "embed" ? levelsOf(item.level) : [],
  );
  return [level, ...embedded];
}

function countColumns({ select }: Level, widest: number): number {
  const seen = new Map<string, number>();
  const repeat = (name: string) => {
    const times = (seen.get(name) ?? 0) + 1;
    if (times > QUERY_MAX_REPEATS) throw queryError("The query asks for one column too often");
    seen.set(name, times);
  };
  let columns = 0;
  for (const item of select) {
    if (item.kind === "embed") continue;
    repeat(item.kind === "all" ? "*" : item.path.column);
    columns += item.kind === "all" ? widest : 1;
  }
  return columns;
}

/** Types whose length is fixed or at most the length of the stored value. */
const castable = new Set([
  ...["text", "uuid", "boolean", "bool", "json", "jsonb", "date", "numeric"],
  ...["smallint", "int2", "integer", "int", "int4", "bigint", "int8", "real", "float4", "float8"],
  ...["double precision", "timestamp", "timestamptz", "timestamp with time zone"],
]);

function isRegularExpression(condition: Condition): boolean {
  if ("of" in condition) return condition.of.some(isRegularExpression);
  return condition.kind === "test" && ["match", "imatch"].includes(condition.operator);
}
