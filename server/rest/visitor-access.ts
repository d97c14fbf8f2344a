import type { Context } from "hono";
import type { Sql } from "../database/connect.ts";
import { restError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import type { DataApiEngine, Visit } from "./engine.ts";
import { forward, readCapped } from "./forward.ts";
import type { ReadBudget } from "./read-budget.ts";
import {
  checkContactForm,
  checkSingleRow,
  countInsert,
  isStored,
  readAgent,
} from "./visitor-inserts.ts";

/** Requests that anyone may send, limited per address. */
export interface VisitorAccess {
  /** Refused once the address has used its share of database time. */
  read(context: RestContext, relation: string, visit: Visit): Promise<Response>;
  /** Counted per address for signed-in users, too; a visitor inserts one row at a time. */
  insert(context: RestContext, relation: string, visit: Visit): Promise<Response>;
}

type RestContext = Context<GatewayEnvironment>;

export function createVisitorAccess(
  engine: DataApiEngine,
  sql: Sql,
  reads: ReadBudget,
): VisitorAccess {
  return {
    async read(context, relation, visit) {
      const seconds = reads.wait(visit.address);
      if (seconds > 0) {
        const message = "Too many requests. Please try again in a minute.";
        return restError(429, "PT429", message, { "retry-after": String(seconds) });
      }
      try {
        return await forward(engine, context, `/${relation}`, { visit });
      } finally {
        reads.spend(visit.address, visit.databaseTime);
      }
    },

    async insert(context, relation, uncounted) {
      const { headers } = context.req.raw;
      const visit = { ...uncounted, counted: true, agent: readAgent(headers) };
      const body = await readCapped(context);
      if (!(body instanceof Response) && relation === "messages" && (await isStored(sql, body))) {
        // A retry whose first response was lost. It counts as a read, not as a message.
        if (reads.wait(visit.address) === 0) {
          reads.spend(visit.address, 0);
          return forward(engine, context, `/${relation}`, { body, visit });
        }
      }
      const refused = await countInsert(sql, relation, visit.address);
      if (refused) return refused;
      if (body instanceof Response) return body;
      if (context.var.caller.role === "anon") {
        const refusal =
          checkSingleRow(headers.get("content-type") ?? "", body) ??
          (relation === "messages" ? checkContactForm(headers) : null);
        if (refusal) return refusal;
      }
      return forward(engine, context, `/${relation}`, { body, visit });
    },
  };
}
