import type { Role } from "../auth/caller.ts";
import { ApiError, bodyError } from "./api-error.ts";
import { type Arguments, callSource, findRoutine } from "./call-sql.ts";
import { parseQuery } from "./parse-query.ts";
import { type Preferences, readPreferences, requireJson } from "./preferences.ts";
import type { Level, Query } from "./query.ts";
import { checkQuery } from "./query-rules.ts";
import {
  bodySql,
  matchingSql,
  rowsSql,
  type Source,
  tableSource,
  type Writing,
} from "./read-sql.ts";
import type { Schema } from "./schema.ts";
import { Statement } from "./statement.ts";
import { deleteSql, insertSql, readPayload, updateSql, type Write } from "./write-sql.ts";

/** One request, as the gateway passes it on. */
export interface RestRequest {
  method: string;
  /** The name of a table or view, or of a function. */
  name: string;
  isCall: boolean;
  search: URLSearchParams;
  headers: Headers;
  body: Uint8Array;
}

/** The statement of a request, and how its result becomes a response. */
export interface Plan {
  text: string;
  values: string[];
  isReadOnly: boolean;
  /**
   * The statement's result: one row of `page` (number of rows), `body` and `total`, or only the
   * number of changed rows.
   */
  returns: "row" | "count";
  shape: AnswerShape;
}

/** How a result is presented. */
export interface AnswerShape {
  status: number;
  hasBody: boolean;
  /** Whether the body is one row instead of a list, by request or by its nature. */
  single: "asked" | "always" | "no";
  /** The number where `Content-Range` starts; null for rows without an order. */
  offset: number | null;
}

/**
 * Makes the statement that answers a request.
 * @throws {ApiError} for an invalid request or one that asks for too much.
 */
export function planRequest(
  request: RestRequest,
  schema: Schema,
  role: Role,
  maxRows: number,
): Plan {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const preferences = readPreferences(request.method, request.headers);
  const query = parseQuery(request.search, request.isCall && isRead);
  checkQuery(query.level, role, schema.widest);
  const writing = { schema, statement: new Statement(), maxRows };
  if (request.isCall) return planCall(request, isRead, query, preferences, writing);
  if (!isRead) return planWrite(request, query, preferences, writing);
  return planRows(
    request.method,
    query.level,
    preferences,
    tableSource(request.name, writing),
    writing,
  );
}

/** A page of rows, or only their number. */
function planRows(
  method: string,
  level: Level,
  { counts, single }: Preferences,
  source: Source,
  writing: Writing,
  value?: string,
): Plan {
  const { values } = writing.statement;
  const shape: AnswerShape = {
    status: 200,
    hasBody: method !== "HEAD",
    single: single ? "asked" : "no",
    offset: level.offset,
  };
  const plan = { values, isReadOnly: true, returns: "row", shape } as const;
  if (method === "HEAD") {
    const total = `select count(*) ${matchingSql(level, source, writing)}`;
    const most = Math.min(level.limit ?? writing.maxRows, writing.maxRows);
    const page = `greatest(least(total - ${level.offset}, ${most}), 0)`;
    return {
      ...plan,
      text: `select ${page} as page, null as body, total from (${total}) as counted(total)`,
    };
  }
  const { page, matching, limit } = rowsSql(level, source, writing);
  // A page that is not full ends where all rows end.
  const total = `case when page > 0 and page < ${limit} then page + ${level.offset} else (select count(*) ${matching}) end`;
  const text = `select page, body, ${counts ? total : "null"} as total from (${bodySql(page, value)}) as answer`;
  return { ...plan, text };
}

function planCall(
  request: RestRequest,
  isRead: boolean,
  query: Query,
  preferences: Preferences,
  writing: Writing,
): Plan {
  const given = isRead ? argumentsOf(query.plain) : readArguments(request);
  const routine = findRoutine(writing.schema, request.name, given);
  const source = callSource(routine, given, writing);
  // PostgreSQL refuses a volatile function that writes.
  const isReadOnly = isRead || !routine.isVolatile;
  if (routine.returns === "nothing") {
    const shape: AnswerShape = { status: 204, hasBody: false, single: "no", offset: null };
    const { values } = writing.statement;
    return { text: `select from ${source.from}`, values, isReadOnly, returns: "count", shape };
  }
  const value = routine.returns === "values" ? "to_json(rows.value)" : undefined;
  const plan = planRows(request.method, query.level, preferences, source, writing, value);
  const single = routine.isSet ? plan.shape.single : "always";
  return { ...plan, isReadOnly, shape: { ...plan.shape, single } };
}

function argumentsOf(plain: ReadonlyMap<string, string>): Arguments {
  return { names: [...plain.keys()], json: JSON.stringify(Object.fromEntries(plain)) };
}

function readArguments({ headers, body }: RestRequest): Arguments {
  if (body.byteLength === 0) return { names: [], json: "{}" };
  requireJson(headers);
  const { keys, json, isList } = readPayload(body);
  if (isList) throw bodyError("The arguments must be an object");
  return { names: keys, json };
}

function planWrite(
  { name, method, headers, body }: RestRequest,
  query: Query,
  preferences: Preferences,
  writing: Writing,
): Plan {
  const { returns, single } = preferences;
  const payload = () => {
    requireJson(headers);
    return readPayload(body);
  };
  let write: Write;
  if (method === "POST") write = insertSql(name, query, payload(), preferences, writing);
  else if (method === "PATCH") write = updateSql(name, query, payload(), returns, writing);
  else if (method === "DELETE") write = deleteSql(name, query, returns, writing);
  else throw new ApiError(405, "PGRST117", `Unsupported HTTP method: ${method}`);
  const shape: AnswerShape = {
    status: method === "POST" ? 201 : returns ? 200 : 204,
    hasBody: returns,
    single: single ? "asked" : "no",
    offset: method === "PATCH" ? 0 : null,
  };
  const { values } = writing.statement;
  if (write.rows === null) {
    return { text: write.change, values, isReadOnly: false, returns: "count", shape };
  }
  const text = `with changed as (${write.change}) ${bodySql(write.rows)}`;
  return { text, values, isReadOnly: false, returns: "row", shape };
}
