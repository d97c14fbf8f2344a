import { quoteName } from "../database/quote-name.ts";
import { ApiError } from "./api-error.ts";
import {
  type Condition,
  type Embed,
  type Level,
  OPERATORS,
  type OrderTerm,
  type Path,
  type Selected,
} from "./query.ts";
import type { ForeignKey, Relation, Schema } from "./schema.ts";
import { qualified, type Statement } from "./statement.ts";

/**
 * Bytes of a response as PostgreSQL builds it, of all its rows and of the rows of each embedded list.
 * @limit requests: a response of the Data API
 */
export const RESPONSE_BYTES = 8_000_000;

/** Context for writing a part of a statement. */
export interface Writing {
  schema: Schema;
  statement: Statement;
  /** Maximum number of rows of a list. */
  maxRows: number;
}

/** The source of a level's rows. */
export interface Source {
  relation: Relation;
  /** SQL of a FROM clause. */
  from: string;
  /** The name by which the clause's columns are found. */
  alias: string;
}

/** The source of a table or view. @throws {ApiError} 404 for an unknown one. */
export function tableSource(name: string, { schema, statement }: Writing): Source {
  const relation = schema.relations.get(name);
  if (!relation) {
    const message = `Could not find the table 'public.${name}' in the schema cache`;
    throw new ApiError(404, "PGRST205", message);
  }
  const alias = statement.alias();
  return { relation, from: `${qualified(name)} as ${alias}`, alias };
}

/** The parts of a query for the rows of one level. */
export interface Rows {
  /** FROM and WHERE: all rows that match. */
  matching: string;
  /** The query for the requested rows. */
  page: string;
  /** Placeholder for the maximum number of rows of a page. */
  limit: string;
}

/**
 * @param link the condition that relates an embedded level's rows to one row.
 * @throws {ApiError} for unknown columns and relationships.
 */
export function rowsSql(level: Level, source: Source, writing: Writing, link?: string): Rows {
  const joins: Join[] = [];
  const values = level.select.map((item) =>
    item.kind === "embed"
      ? embedSql(item, source, writing, joins)
      : valueSql(item, source, writing),
  );
  const conditions = conditionsSql(level, source, writing);
  const where = [link, conditions].filter(Boolean).join(" and ");
  const order = level.order.map((term) => orderSql(term, source, writing)).join(", ");
  const limit = numberSql(Math.min(level.limit ?? writing.maxRows, writing.maxRows), writing);
  const offset = level.offset > 0 ? ` offset ${numberSql(level.offset, writing)}` : "";
  const inner = joins.filter(({ isInner }) => isInner);
  return {
    matching: fromSql(source, inner, where),
    page: `select ${values.join(", ")} ${fromSql(source, joins, where)}${order && ` order by ${order}`} limit ${limit}${offset}`,
    limit,
  };
}

/** A join of a FROM clause; only an inner one decides which rows there are. */
interface Join {
  sql: string;
  isInner: boolean;
}

function fromSql({ from }: Source, joins: readonly Join[], where: string): string {
  return `from ${from}${joins.map(({ sql }) => sql).join("")}${where && ` where ${where}`}`;
}

/** A level's conditions, all of which a row has to meet; empty for none. */
export function conditionsSql({ where }: Pick<Level, "where">, source: Source, writing: Writing) {
  return where.map((condition) => conditionSql(condition, source, writing)).join(" and ");
}

const numberSql = (value: number, { statement }: Writing) =>
  `${statement.value(String(value))}::bigint`;

/** FROM and WHERE of a level whose rows are only counted. */
export function matchingSql(level: Level, source: Source, writing: Writing): string {
  const joins: Join[] = [];
  for (const item of level.select)
    if (item.kind === "embed" && item.inner) embedSql(item, source, writing, joins);
  return fromSql(source, joins, conditionsSql(level, source, writing));
}

/**
 * Factor for each byte of a response, so that the sum of an oversized response exceeds PostgreSQL's
 * largest bigint.
 */
const BYTE = 2n ** 63n / BigInt(RESPONSE_BYTES);

/**
 * The JSON list of a query's values. Sizes are added up while it grows, so that a response needs no
 * more memory than the limit: above it the sum overflows, which `isTooLarge` detects.
 */
const LIST = `case when extensions.bounded_sum(pg_column_size(value) * ${BYTE}) >= 0 then json_agg(value) end`;

/** Whether an error is the overflow of a sum of sizes over the limit. */
export function isTooLarge({ code, routine }: { code: string; routine?: string }): boolean {
  // The multiplication overflows for a single row over the limit.
  return code === "22003" && (routine === "int8pl" || routine === "int48mul");
}

/** One row with the columns `page`, the number of rows, and `body`, the rows as JSON. */
export function bodySql(rows: string, value?: string): string {
  return `select count(*) as page, coalesce(${LIST}, '[]') as body from (${valuesSql(rows, value)}) as counted`;
}

/** Both aggregates read the value; the offset makes PostgreSQL compute it once. */
function valuesSql(rows: string, value = "row_to_json(rows)"): string {
  return `select ${value} as value from (${rows}) as rows offset 0`;
}

function valueSql(
  item: Exclude<Selected, Embed>,
  { relation, alias }: Source,
  writing: Writing,
): string {
  if (item.kind === "all") return `${alias}.*`;
  const { path, cast } = item;
  const value = pathSql(path, { relation, alias }, writing);
  const name = item.alias ?? nameOf(path);
  return `${cast === null ? value : `(${value})::${cast}`} as ${quoteName(name)}`;
}

/** The name that PostgREST uses: the last key that is not an index. */
function nameOf({ column, keys }: Path): string {
  const named = keys.findLast(({ key }) => typeof key === "string");
  return named ? String(named.key) : column;
}

function pathSql(
  { column, keys }: Path,
  { relation, alias }: Pick<Source, "relation" | "alias">,
  { statement }: Writing,
): string {
  if (relation.columns.size > 0 && !relation.columns.has(column)) {
    throw new ApiError(400, "42703", `column ${relation.name}.${column} does not exist`);
  }
  const steps = keys.map(({ key, asText }) => {
    const operand = typeof key === "number" ? String(key) : `${statement.value(key)}::text`;
    return `${asText ? "->>" : "->"}${operand}`;
  });
  const value = `${alias}.${quoteName(column)}`;
  return steps.length === 0 ? value : `(to_jsonb(${value})${steps.join("")})`;
}

/** The related row or rows as a value; adds the join that finds them. */
function embedSql(embed: Embed, source: Source, writing: Writing, joins: Join[]): string {
  const { foreignKey, isOne } = relationship(embed, source.relation, writing.schema);
  const target = tableSource(embed.relation, writing);
  const [own, foreign] =
    isOne === "target" ? [source.alias, target.alias] : [target.alias, source.alias];
  const link = foreignKey.columns
    .map(
      (column, at) =>
        `${foreign}.${quoteName(foreignKey.targetColumns[at] ?? "")} = ${own}.${quoteName(column)}`,
    )
    .join(" and ");
  const { page } = rowsSql(embed.level, target, writing, link);
  const alias = writing.statement.alias();
  const isList = isOne === null;
  const value = isList ? LIST : "value";
  // No rows make no list; an inner join then leaves the row out.
  const some = isList && embed.inner ? " having count(*) > 0" : "";
  const join = embed.inner ? "join" : "left join";
  joins.push({
    sql: ` ${join} lateral (select ${value} as value from (${valuesSql(page)}) as related${some}) as ${alias} on true`,
    isInner: embed.inner,
  });
  const result = isList ? `coalesce(${alias}.value, '[]')` : `${alias}.value`;
  return `${result} as ${quoteName(embed.alias ?? embed.relation)}`;
}

/**
 * The foreign key between a relation and its embedded one. `isOne` says what the key's target is:
 * the embedded relation (`target`), or the relation itself, to which one row (`source`) or many
 * (null) refer.
 * @throws {ApiError} 400 for none, 300 for several.
 */
function relationship(
  { relation: name, hint }: Embed,
  source: Relation,
  schema: Schema,
): { foreignKey: ForeignKey; isOne: "target" | "source" | null } {
  const isMeant = ({ name: constraint, columns }: ForeignKey) =>
    hint === null || constraint === hint || columns.join() === hint;
  const outgoing = source.foreignKeys.filter((key) => key.target === name && isMeant(key));
  const incoming = (schema.relations.get(name)?.foreignKeys ?? []).filter(
    (key) => key.target === source.name && isMeant(key),
  );
  // In a table that refers to itself, an embed means the row referred to, not the referring ones.
  const found = outgoing.length + (name === source.name ? 0 : incoming.length);
  const [foreignKey = incoming[0]] = outgoing;
  if (found > 1) {
    const message = `Could not embed because more than one relationship was found for '${source.name}' and '${name}'`;
    throw new ApiError(300, "PGRST201", message);
  }
  if (!foreignKey) {
    const message = `Could not find a relationship between '${source.name}' and '${name}' in the schema cache`;
    throw new ApiError(400, "PGRST200", message);
  }
  const isOne = outgoing.length > 0 ? "target" : foreignKey.isUnique ? "source" : null;
  return { foreignKey, isOne };
}

/** A condition as SQL. */
function conditionSql(
  condition: Condition,
  source: Pick<Source, "relation" | "alias">,
  writing: Writing,
): string {
  const negation = condition.negated ? "not " : "";
  if ("of" in condition) {
    const parts = condition.of.map((part) => conditionSql(part, source, writing));
    return `${negation}(${parts.join(condition.kind === "all" ? " and " : " or ")})`;
  }
  const { statement } = writing;
  const path = pathSql(condition.path, source, writing);
  if (condition.kind === "in") {
    return `${negation}(${path} = any (${statement.value(arrayText(condition.values))}))`;
  }
  const { operator, value } = condition;
  if (operator === "is") return `${negation}(${path} is ${value})`;
  const pattern = operator === "like" || operator === "ilike";
  const operand = statement.value(pattern ? value.replaceAll("*", "%") : value);
  return `${negation}(${path} ${OPERATORS[operator]} ${operand})`;
}

/** An array in PostgreSQL's own notation. */
const arrayText = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

function orderSql(
  { path, descending, nulls }: OrderTerm,
  source: Source,
  writing: Writing,
): string {
  const direction = descending ? " desc" : "";
  return `${pathSql(path, source, writing)}${direction}${nulls === null ? "" : ` nulls ${nulls}`}`;
}
