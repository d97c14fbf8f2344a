import { Hono } from "hono";
import { z } from "zod";
import { deliverySchema } from "../../supabase/functions/send-notices/contract.ts";
import { activeUser } from "../auth/active-user.ts";
import { confirmIdentity, currentPasswordSchema } from "../auth/current-password.ts";
import { readJson } from "../auth/json-body.ts";
import { sourceOf } from "../auth/request-source.ts";
import { requireOwner } from "../auth/require-owner.ts";
import type { AccountDeps } from "../auth/sign-in-limits.ts";
import type { ServerDeps } from "../deps.ts";
import { authError, notFound, siteError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import type { NoticeDelivery } from "./notice-delivery.ts";

interface NoticeRoutesDeps {
  deps: Pick<ServerDeps, "config" | "database" | "origin" | "secrets">;
  account: AccountDeps;
  delivery: NoticeDelivery;
}

/**
 * The delivery settings of notices, under `/notices/v1`: `GET` and `PUT /delivery`. A change
 * requires the password and, with a second factor, a recent code, because a stolen session could
 * otherwise redirect or stop the notices about messages and sign-ins.
 */
export function createNoticeRoutes({
  deps,
  account,
  delivery,
}: NoticeRoutesDeps): Hono<GatewayEnvironment> {
  const routes = new Hono<GatewayEnvironment>();
  routes.use(async (context, next) => {
    const { headers } = context.req.raw;
    const message = "Only the owner sets how notices are sent.";
    context.set("caller", await requireOwner(headers, deps, message));
    return next();
  });
  routes.get("/delivery", async () => answer(await delivery.describe()));
  routes.put("/delivery", async (context) => {
    if (deps.config.notices) return siteError(409, "The server's variables set this.");
    const active = await activeUser(deps.database.sql, context.var.caller);
    const body = bodySchema.safeParse(await readJson(context.req.raw));
    if (!body.success) return siteError(400, body.error.issues[0]?.message ?? "Invalid settings.");
    const { delivery: input, password } = body.data;
    await confirmIdentity(account, active, password, sourceOf(context, deps.config));
    const missing = await delivery.save(input);
    if (missing) throw authError(400, `delivery_${missing}_required`, MISSING[missing]);
    return answer(await delivery.describe());
  });
  routes.all("*", () => notFound());
  return routes;
}

const MISSING = {
  password: "Enter the password of this user.",
  url: "Enter the address of the webhook.",
  secret: "Enter the secret of the webhook.",
};

const bodySchema = z.object({
  delivery: deliverySchema.nullable(),
  password: currentPasswordSchema,
});

function answer(body: unknown): Response {
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}
