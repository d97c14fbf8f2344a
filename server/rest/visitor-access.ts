import type { Context } from "hono";
import type { Sql } from "../database/connect.ts";
import { restError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { atMost } from "../limits/at-most.ts";
import type { DataApiEngine, RequestState } from "./engine.ts";
import { forward, readChecked } from "./forward.ts";
import type { ReadBudget } from "./read-budget.ts";
import { checkSingleRow, countInsert, isStored, messageId, readAgent } from "./visitor-inserts.ts";

type RestContext = Context<GatewayEnvironment>;

/**
 * Connections that visitors may use of each pool, so that the others are left to people who are
 * signed in: six of the Data API, one of the server itself.
 * @limit requests: connections to the database for visitors, of each pool [connections]
 */
const VISITOR_CONNECTIONS = 4;

/** Requests that anyone may send, limited per address. */
export function createVisitorAccess(engine: DataApiEngine, sql: Sql, reads: ReadBudget) {
  const inTurn = atMost(VISITOR_CONNECTIONS);
  return {
    /** Refused once the address has used its share of database time. */
    async read(context: RestContext, relation: string, state: RequestState): Promise<Response> {
      const seconds = reads.wait(state.address);
      const target = { name: relation, isCall: false };
      if (seconds > 0) {
        const message = "Too many requests. Please try again in a minute.";
        return restError(429, "PT429", message, { "retry-after": String(seconds) });
      }
      // Read before its turn, because it may arrive slowly.
      const body = await readChecked(context);
      if (body instanceof Response) return body;
      try {
        return await inTurn(() => forward(engine, context, target, { body, state }));
      } finally {
        reads.spend(state.address, state.databaseTime);
      }
    },

    /** Counted per address for signed-in users, too; a visitor inserts one row at a time. */
    async insert(context: RestContext, relation: string, uncounted: RequestState) {
      const { headers } = context.req.raw;
      const target = { name: relation, isCall: false };
      const state = { ...uncounted, counted: true, agent: readAgent(headers) };
      const body = await readChecked(context);
      if (
        !(body instanceof Response) &&
        relation === "messages" &&
        reads.wait(state.address) === 0
      ) {
        // Parsing is charged as a read, because it comes before the message is counted.
        const begun = performance.now();
        const id = messageId(body);
        reads.spend(state.address, performance.now() - begun);
        // A retry whose first response was lost does not count as a message.
        if (id !== null && (await inTurn(() => isStored(sql, id)))) {
          return inTurn(() => forward(engine, context, target, { body, state }));
        }
      }
      const refused = await inTurn(() => countInsert(sql, relation, state.address));
      if (refused) return refused;
      if (body instanceof Response) return body;
      if (context.var.caller.role === "anon") {
        const refusal = checkSingleRow(headers.get("content-type") ?? "", body);
        if (refusal) return refusal;
      }
      return inTurn(() => forward(engine, context, target, { body, state }));
    },
  };
}
