import { Hono } from "hono";
import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import type { ServerDeps } from "../deps.ts";
import { authError, notFound } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { activeUser, needsFactor } from "./active-user.ts";
import { createAdminRoutes } from "./admin-routes.ts";
import { identifyCaller, issuerOf, refusalResponse } from "./caller.ts";
import { deviceCookie } from "./device-cookie.ts";
import { createFactorRoutes } from "./factors/routes.ts";
import { createSecretBox } from "./factors/secret-box.ts";
import { isText, readJson } from "./json-body.ts";
import type { KnownClients } from "./known-clients.ts";
import { changeOwnAccount } from "./own-account.ts";
import type { Passwords } from "./passwords.ts";
import { sourceOf } from "./request-source.ts";
import { endSessions, refreshSession, type SessionOrigin, type TokenIssuer } from "./sessions.ts";
import { signInWithPassword } from "./sign-in.ts";
import type { SignInLog } from "./sign-in-log.ts";

export interface AuthDeps {
  deps: Pick<ServerDeps, "config" | "secrets" | "database" | "origin" | "log">;
  limits: RateLimits;
  clients: KnownClients;
  passwords: Passwords;
  signInLog: SignInLog;
}

/**
 * The part of GoTrue this site needs, under `/auth/v1`: signing in with a password, second factors,
 * refreshing, signing out, reading and changing one's own user, the settings, and the admin API for
 * the secret key. All other GoTrue routes return 404, so users can only be created with the secret
 * key. Changing one's own user requires the current password: a stolen session must not be able to
 * take over the account.
 */
export function createAuthRoutes({
  deps,
  limits,
  clients,
  passwords,
  signInLog,
}: AuthDeps): Hono<GatewayEnvironment> {
  const { config, secrets, log, origin } = deps;
  const { sql } = deps.database;
  const issuer: TokenIssuer = {
    jwtSecret: secrets.jwtSecret,
    issuer: issuerOf(deps.origin),
  };
  const routes = new Hono<GatewayEnvironment>();

  routes.use(async (context, next) => {
    const identified = await identifyCaller(context.req.raw.headers, deps);
    if ("refusal" in identified) return authRefusal(identified.refusal);
    context.set("caller", identified.caller);
    context.header("cache-control", "no-store");
    await next();
  });

  routes.post("/token", async (context) => {
    const body = await readJson(context.req.raw);
    if (body instanceof Response) return body;
    switch (context.req.query("grant_type")) {
      case "password": {
        const source = sourceOf(context, config);
        const signIn = await signInWithPassword(
          { sql, limits, clients, passwords, issuer, log: signInLog },
          body,
          source,
        );
        if (signIn instanceof Response) return signIn;
        context.header("set-cookie", deviceCookie(source.device, deps.origin));
        return context.json(signIn);
      }
      case "refresh_token":
        return refresh(sql, issuer, body, sourceOf(context, config));
      default:
        return authError(400, "unsupported_grant_type", "unsupported_grant_type");
    }
  });

  routes.get("/user", async (context) => {
    const active = await activeUser(sql, context.var.caller);
    return active instanceof Response ? active : context.json(active.user);
  });

  routes.put("/user", async (context) => {
    const active = await activeUser(sql, context.var.caller);
    if (active instanceof Response) return active;
    const body = await readJson(context.req.raw);
    if (body instanceof Response) return body;
    const account = { sql, limits, clients, passwords, log: signInLog };
    return changeOwnAccount(account, active, body, sourceOf(context, config));
  });

  routes.post("/logout", async (context) => {
    const { success, data: scope } = scopeSchema.safeParse(context.req.query("scope") ?? "global");
    if (!success) return authError(400, "validation_failed", "Unsupported logout scope");
    const active = await activeUser(sql, context.var.caller);
    if (active instanceof Response) return active;
    const own = { userId: active.user.id, sessionId: active.sessionId };
    await endSessions(sql, own, scope, !needsFactor(active));
    return context.body(null, 204);
  });

  routes.get("/settings", (context) => context.json(settings));
  const box = createSecretBox(secrets.jwtSecret);
  const { trustProxy } = config;
  const factors = {
    ...{ sql, limits, clients, passwords, issuer, signInLog, log, box, origin, trustProxy },
  };
  routes.route("/factors", createFactorRoutes(factors));
  routes.route("/admin", createAdminRoutes({ sql, passwords }));
  routes.all("*", () => notFound());
  return routes;
}

async function refresh(
  sql: Sql,
  issuer: TokenIssuer,
  body: Record<string, unknown>,
  origin: SessionOrigin,
): Promise<Response> {
  const token = z.string().min(1).max(255).refine(isText).safeParse(body.refresh_token);
  if (!token.success) return authError(400, "validation_failed", "refresh_token required");
  const refreshed = await refreshSession(sql, issuer, token.data, origin);
  if ("session" in refreshed) return Response.json(refreshed.session);
  switch (refreshed.refused) {
    case "banned":
      return authError(400, "user_banned", "Invalid Refresh Token: User Banned");
    case "already-used":
      return authError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
    case "not-found":
      return authError(
        400,
        "refresh_token_not_found",
        "Invalid Refresh Token: Refresh Token Not Found",
      );
  }
}

const scopeSchema = z.enum(["local", "others", "global"]);

/**
 * GoTrue answers an invalid token with 403, unlike the Data API; an invalid key is rejected before
 * either sees it.
 */
function authRefusal(refusal: Parameters<typeof refusalResponse>[0]): Response {
  switch (refusal) {
    case "invalid-token":
      return authError(
        403,
        "bad_jwt",
        "invalid JWT: unable to parse or verify signature, token is malformed or its signature is invalid",
      );
    case "expired-token":
      return authError(
        403,
        "bad_jwt",
        "invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired",
      );
    default:
      return refusalResponse(refusal);
  }
}

/** Email and password only, sign-up disabled. */
const settings = {
  external: { anonymous_users: false, email: true, phone: false },
  disable_signup: true,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
};
