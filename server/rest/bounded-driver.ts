import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  OperationNodeTransformer,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  RawNode,
} from "kysely";
import type postgres from "postgres";

/**
 * The engine's Kysely dialect over postgres.js, with one difference: the database counts the size
 * of each response (`private.count_response_bytes`), per row before the first one is sent, and per embedded
 * row before it becomes part of another. A query with too large a response fails in the database,
 * and none of it reaches this process.
 */
export function boundedDialect(sql: postgres.Sql): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new BoundedDriver(sql),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class BoundedDriver extends PostgresDriver {
  readonly #sql: postgres.Sql;

  constructor(sql: postgres.Sql) {
    // The base class would otherwise create a pool of the other client library.
    super({ pool: async () => Promise.reject(new Error("There is no pool.")) });
    this.#sql = sql;
  }

  override async init() {}

  override async acquireConnection() {
    return new BoundedConnection(await this.#sql.reserve());
  }

  override async releaseConnection(connection: DatabaseConnection) {
    (connection as BoundedConnection).release();
  }

  override async destroy() {
    await this.#sql.end();
  }
}

class BoundedConnection implements DatabaseConnection {
  readonly #reserved: postgres.ReservedSql;

  constructor(reserved: postgres.ReservedSql) {
    this.#reserved = reserved;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = bounded(query);
    const result = await this.#reserved.unsafe(sql, [...parameters] as never[]);
    const { command, count } = result;
    const rows = Array.from(result.values()) as R[];
    return CHANGES.has(command) || CHANGES.has(commandOf(query))
      ? { numAffectedRows: BigInt(count), rows }
      : { rows };
  }

  // biome-ignore lint/correctness/useYield: the engine streams nothing.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported.");
  }

  release() {
    this.#reserved.release();
  }
}

const CHANGES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** `InsertQueryNode` → `INSERT`, so that a write inside a WITH is also recognized. */
function commandOf({ query }: CompiledQuery): string {
  return query.kind.replace("QueryNode", "").toUpperCase();
}

/** The query as it is sent: wrapped in the count if it returns rows, otherwise unchanged. */
function bounded(compiled: CompiledQuery): { sql: string; parameters: readonly unknown[] } {
  const { query } = compiled;
  const isRead = query.kind === "SelectQueryNode";
  if (!isRead && !("returning" in query && query.returning)) return compiled;
  // Only embedding generates JSON; other queries skip the traversal of the tree.
  const { sql, parameters } = compiled.sql.includes("json") ? recompiled(compiled) : compiled;
  // `answer.*` refers to the row even if a column is called "answer".
  return {
    sql: `with answer as ${isRead ? "materialized " : ""}(${sql}) select answer.* from answer where (select bool_and(private.count_response_bytes(to_json(answer.*)) is not null) from answer)`,
    parameters,
  };
}

function recompiled({ query, queryId }: CompiledQuery): CompiledQuery {
  return new PostgresQueryCompiler().compileQuery(embedsCounted.transformNode(query), queryId);
}

/** Wraps each embedded row in the count. The engine generates embeds only in these three forms. */
class EmbedsCounted extends OperationNodeTransformer {
  protected override transformRaw(node: RawNode): RawNode {
    const raw = super.transformRaw(node);
    const counted = countedForms.get(node.sqlFragments.join("?"));
    return counted ? RawNode.create(counted, raw.parameters) : raw;
  }
}

const countedForms = new Map([
  [
    "(select coalesce(json_agg(agg), '[]') from ? as agg)",
    [
      "(select coalesce(json_agg(private.count_response_bytes(to_json(agg.*))), '[]') from ",
      " as agg)",
    ],
  ],
  [
    "(select to_json(obj) from ? as obj)",
    ["(select private.count_response_bytes(to_json(obj.*)) from ", " as obj)"],
  ],
  [
    "(select coalesce(json_agg(?), '[]'::json) from ? as _agg)",
    [
      "(select coalesce(json_agg(private.count_response_bytes(to_json(",
      "))), '[]'::json) from ",
      " as _agg)",
    ],
  ],
]);

const embedsCounted = new EmbedsCounted();
