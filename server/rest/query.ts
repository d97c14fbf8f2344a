/*
 * The grammar of the Data API: PostgREST's syntax, as far as our clients use it. The parser
 * (`parse-query.ts`) makes these types of a query string, and `read-sql.ts`, `write-sql.ts` and
 * `call-sql.ts` make SQL of them. Anything else is refused with PostgREST's own error.
 *
 *   select     = item *("," item)            "*" without the parameter
 *   item       = "*" / [alias ":"] path ["::" type] / [alias ":"] relation ["!" hint] ["!inner" / "!left"] "(" select ")"
 *   path       = column *(("->" / "->>") key)
 *   condition  = path "=" ["not."] operator "." value
 *   logic      = ["not."] ("and" / "or") "=(" ... ")"    conditions as path "." operator "." value
 *   order      = path [".asc" / ".desc"] [".nullsfirst" / ".nullslast"], separated by commas
 *   limit, offset, columns, on_conflict
 *
 * Conditions, order, limit and offset of an embedded relation are prefixed with its name or alias
 * and a dot.
 */

/** A column, or a value inside a JSON column. */
export interface Path {
  column: string;
  keys: { key: string | number; asText: boolean }[];
}

export type Selected =
  | { kind: "all" }
  | { kind: "value"; path: Path; alias: string | null; cast: string | null }
  | Embed;

/** A related table's rows as a value of each row. */
export interface Embed {
  kind: "embed";
  relation: string;
  alias: string | null;
  /** A constraint or column that selects one of several relationships. */
  hint: string | null;
  /** Leaves out rows without a related row. */
  inner: boolean;
  level: Level;
}

/** The rows of one relation: the request's own, or an embedded one. */
export interface Level {
  select: Selected[];
  where: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
}

export type Condition =
  | { kind: "all" | "any"; negated: boolean; of: Condition[] }
  | { kind: "test"; negated: boolean; path: Path; operator: Operator; value: string }
  | { kind: "in"; negated: boolean; path: Path; values: string[] };

export type Operator = keyof typeof OPERATORS;

/** The operators by their name in a query, as SQL. `is` takes a keyword. */
export const OPERATORS = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  is: "is",
  isdistinct: "is distinct from",
  cs: "@>",
  cd: "<@",
  ov: "&&",
} as const;

export interface OrderTerm {
  path: Path;
  descending: boolean;
  nulls: "first" | "last" | null;
}

export interface Query {
  level: Level;
  /** The columns that a body's rows are read for; null for the rows' own keys. */
  columns: string[] | null;
  onConflict: string[] | null;
  /** Parameters other than conditions: the arguments of a function that is called with GET. */
  plain: Map<string, string>;
}
