import { sql } from "kysely";
import type { Role } from "../auth/caller.ts";
import type { AnyAST, Introspection } from "./lite.ts";

/** Completes a parsed query where PostgREST and lite read the same request differently. */
export function completeQuery(ast: AnyAST, introspection: Introspection, role: Role): AnyAST {
  countExactly(ast as CountAST, role);
  selectKeysForHead(ast as HeadAST, introspection);
  return completeRows(ast, introspection);
}

/** The planner's estimates reveal rows that the caller may not read; policies refuse them. */
function countExactly({ $meta: wanted }: CountAST, role: Role) {
  if (wanted?.count && role !== "service_role") wanted.count = "exact";
}

interface CountAST {
  $meta?: { count?: string };
}

/** A HEAD request returns the number of rows, so it reads their keys instead of all columns. */
function selectKeysForHead(query: HeadAST, { columns }: Introspection) {
  if (query.type !== "query" || query.$meta?.head !== true) return;
  const list = query.select ?? ["*"];
  const keys = columns.filter(
    ({ schema, table, is_primary_key: isKey }) =>
      isKey === true && table === query.from && schema === (query.schema ?? "public"),
  );
  if (keys.length === 0 || !list.includes("*")) return;
  const names = keys.map(({ name }) => name);
  query.select = [...new Set(list.flatMap((item) => (item === "*" ? names : [item])))];
}

interface HeadAST {
  type: string;
  from?: string;
  schema?: string;
  select?: unknown[];
  $meta?: { head?: boolean };
}

/**
 * Names every column of an insert, as PostgREST does: a column listed in `?columns=` but missing in
 * a row is null, or its default with `Prefer: missing=default`; a row without any column,
 * `insert({})`, is a row of defaults.
 */
function completeRows(ast: AnyAST, introspection: Introspection): AnyAST {
  const insert = ast as InsertAST;
  if (insert.type !== "insert" && insert.type !== "upsert") return ast;
  const rows = Array.isArray(insert.values) ? insert.values : [insert.values];
  if (rows.length === 0 || !rows.every(isRow)) return ast;
  const { columns: listed, missing } = insert.$meta ?? {};
  const absent = missing === "default" ? sql`default` : null;
  if (listed?.length) {
    const blank = Object.fromEntries(listed.map((name) => [name, absent]));
    insert.values = rows.map((row) => ({ ...blank, ...row }));
    return ast;
  }
  const any = introspection.columns.find(
    ({ schema, table, is_generated: generated }) =>
      table === insert.from && schema === (insert.schema ?? "public") && generated !== true,
  );
  if (any && rows.every((row) => Object.keys(row).length === 0)) {
    insert.values = rows.map(() => ({ [any.name]: sql`default` }));
  }
  return ast;
}

interface InsertAST {
  type: string;
  from?: string;
  schema?: string;
  values?: unknown;
  $meta?: { columns?: string[]; missing?: string };
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
