import { quoteName } from "../database/quote-name.ts";
import { ApiError, bodyError } from "./api-error.ts";
import type { Level, Query, Selected } from "./query.ts";
import { conditionsSql, rowsSql, type Source, tableSource, type Writing } from "./read-sql.ts";
import type { Column, Relation } from "./schema.ts";
import { qualified } from "./statement.ts";

/** The rows of a request body. */
export interface Payload {
  /** The body as sent: one JSON object, or a list of objects. */
  json: string;
  isList: boolean;
  count: number;
  /** Keys of the rows. */
  keys: string[];
  /** Whether every row has every key. */
  isComplete: boolean;
}

/** The handling of a row whose key is taken. */
export type OnDuplicate = "fail" | "merge" | "ignore";

export interface Write {
  /** A statement that changes rows. */
  change: string;
  /** The query for the changed rows, from a CTE called `changed`; null when none are returned. */
  rows: string | null;
}

/** Reads a body as rows. @throws {ApiError} 400 for other JSON than one object or a list. */
export function readPayload(body: Uint8Array): Payload {
  const json = new TextDecoder().decode(body);
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw bodyError("Empty or invalid json");
  }
  const isList = Array.isArray(parsed);
  const rows: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (!rows.every((row) => typeof row === "object" && row !== null && !Array.isArray(row))) {
    throw bodyError("The body must be an object or a list of objects");
  }
  const counts = new Map<string, number>();
  for (const row of rows as object[]) {
    for (const key of Object.keys(row)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isComplete = [...counts.values()].every((count) => count === rows.length);
  return { json, isList, count: rows.length, keys: [...counts.keys()], isComplete };
}

/**
 * An insert of the body's rows.
 * @param fillsDefaults whether a column that a row lacks gets its default instead of null.
 * @throws {ApiError} for unknown columns, or rows with different keys.
 */
export function insertSql(
  name: string,
  query: Query,
  payload: Payload,
  {
    onDuplicate,
    fillsDefaults,
    returns,
  }: { onDuplicate: OnDuplicate; fillsDefaults: boolean; returns: boolean },
  writing: Writing,
): Write {
  const source = tableSource(name, writing);
  if (query.columns === null && !payload.isComplete) throw bodyError("All object keys must match");
  const columns = columnsOf(source.relation, query.columns ?? payload.keys);
  const into = `insert into ${qualified(name)} as ${source.alias}`;
  const rows = insertedRows(source.relation, columns, payload, fillsDefaults, writing);
  const change = `${into} ${rows}${conflictSql(source.relation, query, columns, onDuplicate)}`;
  return withReturned(change, query.level, source, returns, writing);
}

/** The columns and rows of an insert. */
function insertedRows(
  relation: Relation,
  columns: readonly Column[],
  payload: Payload,
  fillsDefaults: boolean,
  writing: Writing,
): string {
  if (columns.length === 0) {
    // A list of no rows inserts none.
    if (payload.count === 0) return `(${quoteName(firstColumn(relation))}) select null where false`;
    return `(${quoteName(firstColumn(relation))}) values ${Array(payload.count).fill("(default)").join(", ")}`;
  }
  const names = columns.map(({ name }) => quoteName(name)).join(", ");
  const body = payloadRows(columns, payload, writing, fillsDefaults && !payload.isComplete);
  return `(${names}) select ${names} from ${body}`;
}

function firstColumn({ columns }: Relation): string {
  const [first] = [...columns.values()].filter(({ isGenerated }) => !isGenerated);
  return first?.name ?? "";
}

/** The body's rows as a relation called `sent`. */
function payloadRows(
  columns: readonly Column[],
  { json, isList }: Payload,
  { statement }: Writing,
  fillsDefaults = false,
): string {
  const types = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  const body = `${statement.value(json)}::text`;
  const kind = isList ? "recordset" : "record";
  if (!fillsDefaults) return `json_to_${kind}(${body}::json) as sent(${types})`;
  const defaults = columns
    .filter(({ fallback }) => fallback !== null)
    .map(({ name, fallback }) => `${statement.value(name)}::text, ${fallback}`);
  return `json_to_recordset((select json_agg(jsonb_build_object(${defaults.join(", ")}) || each.value) from jsonb_array_elements(${body}::jsonb) as each)) as sent(${types})`;
}

function conflictSql(
  relation: Relation,
  { onConflict }: Query,
  columns: readonly Column[],
  onDuplicate: OnDuplicate,
): string {
  const keys =
    onConflict ??
    [...relation.columns.values()].filter(({ isKey }) => isKey).map(({ name }) => name);
  if (onDuplicate === "fail" || keys.length === 0) return "";
  const target = columnsOf(relation, keys).map(({ name }) => quoteName(name));
  const changes = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`);
  const action =
    onDuplicate === "ignore" || changes.length === 0
      ? "nothing"
      : `update set ${changes.join(", ")}`;
  return ` on conflict (${target.join(", ")}) do ${action}`;
}

/** An update of the rows that the query's conditions match. @throws {ApiError} without a condition. */
export function updateSql(
  name: string,
  query: Query,
  payload: Payload,
  returns: boolean,
  writing: Writing,
): Write {
  const source = tableSource(name, writing);
  const columns = columnsOf(source.relation, query.columns ?? payload.keys);
  const where = requiredConditions("UPDATE", query.level, source, writing);
  if (payload.count > 1) throw bodyError("An update takes one object");
  // An update without values matches rows but changes none.
  if (columns.length === 0)
    return withReturned(
      `select from ${source.from} where false`,
      query.level,
      source,
      false,
      writing,
    );
  const set = columns.map((column) => `${quoteName(column.name)} = sent.${quoteName(column.name)}`);
  const change = `update ${qualified(name)} as ${source.alias} set ${set.join(", ")} from ${payloadRows(columns, payload, writing)} where ${where}`;
  return withReturned(change, query.level, source, returns, writing);
}

/** A deletion of the rows that the query's conditions match. @throws {ApiError} without a condition. */
export function deleteSql(
  name: string,
  { level }: Query,
  returns: boolean,
  writing: Writing,
): Write {
  const source = tableSource(name, writing);
  const where = requiredConditions("DELETE", level, source, writing);
  return withReturned(`delete from ${source.from} where ${where}`, level, source, returns, writing);
}

/** pg-safeupdate refuses such a deletion on Supabase. */
function requiredConditions(verb: string, level: Level, source: Source, writing: Writing): string {
  if (level.where.length === 0) throw new ApiError(400, "21000", `${verb} requires a WHERE clause`);
  return conditionsSql(level, source, writing);
}

/** Known columns by name, each once. @throws {ApiError} 400 for unknown columns. */
function columnsOf({ name: relation, columns }: Relation, names: readonly string[]): Column[] {
  return [...new Set(names)].map((name) => {
    const column = columns.get(name);
    if (column) return column;
    const message = `Could not find the '${name}' column of '${relation}' in the schema cache`;
    throw new ApiError(400, "PGRST204", message);
  });
}

/** Returns only the requested columns, because the caller may not read all columns. */
function withReturned(
  change: string,
  level: Level,
  source: Source,
  returns: boolean,
  writing: Writing,
): Write {
  if (!returns) return { change, rows: null };
  const names = returnedColumns(level.select, source.relation);
  const list =
    names === null
      ? `${source.alias}.*`
      : names.map((name) => `${source.alias}.${quoteName(name)}`).join(", ");
  const alias = writing.statement.alias();
  const changed = { relation: source.relation, from: `changed as ${alias}`, alias };
  const rows = rowsSql({ ...level, where: [], limit: null, offset: 0 }, changed, {
    ...writing,
    maxRows: Number.MAX_SAFE_INTEGER,
  });
  return { change: `${change} returning ${list || "1"}`, rows: rows.page };
}

/** The columns of which a list of values is made; null for all. */
function returnedColumns(
  select: readonly Selected[],
  { columns, foreignKeys }: Relation,
): string[] | null {
  if (select.some(({ kind }) => kind === "all")) return null;
  const names = select.flatMap((item) => (item.kind === "value" ? [item.path.column] : []));
  // The columns that relate the row to its embedded rows.
  if (select.some(({ kind }) => kind === "embed")) {
    names.push(...foreignKeys.flatMap((key) => key.columns));
    names.push(...[...columns.values()].filter(({ isKey }) => isKey).map(({ name }) => name));
  }
  return [...new Set(names)].filter((name) => columns.has(name));
}
