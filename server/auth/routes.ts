import { Hono } from "hono";
import type { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { ServerDeps } from "../deps.ts";
import { authError, notFound } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { PASSWORD_QUEUE_RETRY_SECONDS } from "../limits/limits.ts";
import { activeUser, needsFactor } from "./active-user.ts";
import { createAdminRoutes } from "./admin-routes.ts";
import { EmailTakenError } from "./admin-users.ts";
import { callerRefusal, identifyCaller, issuerOf, type RefusalReason } from "./caller.ts";
import { createFactorRoutes } from "./factors/routes.ts";
import { createSecretBox } from "./factors/secret-box.ts";
import { isText, readJson } from "./json-body.ts";
import { changeOwnAccount } from "./own-account.ts";
import { PasswordsBusyError } from "./passwords.ts";
import { sourceOf, storeDevice } from "./request-source.ts";
import { endSession, type RefreshRefusal, refreshSession } from "./sessions.ts";
import { signInWithPassword } from "./sign-in.ts";
import { type AccountDeps, tooManyAttempts } from "./sign-in-limits.ts";

export interface AuthDeps {
  deps: Pick<ServerDeps, "config" | "secrets" | "origin" | "log">;
  account: AccountDeps;
}

/**
 * The parts of GoTrue that this site needs, under `/auth/v1`: signing in with a password, second
 * factors, refreshing, signing out, reading and changing one's own user, the settings, and the
 * admin API for the secret key. All other GoTrue routes return 404, so users can only be created
 * with the secret key. Changing one's own user requires the current password, because a stolen
 * session must not be able to take over the account.
 */
export function createAuthRoutes({ deps, account }: AuthDeps): Hono<GatewayEnvironment> {
  const { config, secrets, log, origin } = deps;
  const { sql } = account;
  const issuer = { jwtSecret: secrets.jwtSecret, issuer: issuerOf(origin) };
  const routes = new Hono<GatewayEnvironment>();
  routes.onError((error) => {
    throw toAuthError(error);
  });

  routes.use(async (context, next) => {
    const identified = await identifyCaller(context.req.raw.headers, deps);
    if ("refusal" in identified) throw tokenRefusal(identified.refusal);
    context.set("caller", identified.caller);
    context.header("cache-control", "no-store");
    await next();
  });

  routes.post("/token", async (context) => {
    const body = await readJson(context.req.raw);
    const source = sourceOf(context, config);
    switch (context.req.query("grant_type")) {
      case "password": {
        const session = await signInWithPassword(account, issuer, body, source);
        storeDevice(context, source.device, origin);
        return context.json(session);
      }
      case "refresh_token": {
        const { success, data } = refreshTokenSchema.safeParse(body.refresh_token);
        if (!success) throw authError(400, "validation_failed", "refresh_token required");
        const refreshed = await refreshSession(sql, issuer, data, source);
        if ("refused" in refreshed) throw authError(400, ...REFRESH_REFUSALS[refreshed.refused]);
        return context.json(refreshed.session);
      }
      default:
        throw authError(400, "unsupported_grant_type", "unsupported_grant_type");
    }
  });

  routes.get("/user", async (context) =>
    context.json((await activeUser(sql, context.var.caller)).user),
  );

  routes.put("/user", async (context) => {
    const active = await activeUser(sql, context.var.caller);
    const body = await readJson(context.req.raw);
    const source = sourceOf(context, config);
    return context.json(await changeOwnAccount(account, active, body, source, origin));
  });

  routes.post("/logout", async (context) => {
    const { success, data: scope } = scopeSchema.safeParse(context.req.query("scope") ?? "global");
    if (!success) throw authError(400, "validation_failed", "Unsupported logout scope");
    const active = await activeUser(sql, context.var.caller);
    if (scope === "others") throw authError(400, "current_password_required", OTHERS_NEED_PASSWORD);
    await endSession(sql, active.sessionId, !needsFactor(active));
    return context.body(null, 204);
  });

  routes.get("/settings", (context) => context.json(settings));
  const box = createSecretBox(secrets.jwtSecret);
  const { trustProxy } = config;
  routes.route("/factors", createFactorRoutes({ account, issuer, log, box, origin, trustProxy }));
  routes.route("/admin", createAdminRoutes(account));
  routes.all("*", () => notFound());
  return routes;
}

/** Converts errors of accounts and passwords; returns all other errors unchanged. */
function toAuthError(error: Error): Error {
  if (error instanceof PasswordsBusyError) return tooManyAttempts(PASSWORD_QUEUE_RETRY_SECONDS);
  if (!(error instanceof EmailTakenError)) return error;
  const message = "A user with this email address has already been registered";
  return authError(422, "email_exists", message);
}

const refreshTokenSchema = z.string().min(1).max(255).refine(isText);

const REFRESH_REFUSALS: Record<RefreshRefusal, [code: string, message: string]> = {
  banned: ["user_banned", "Invalid Refresh Token: User Banned"],
  "already-used": ["refresh_token_already_used", "Invalid Refresh Token: Already Used"],
  expired: ["session_expired", "Invalid Refresh Token: Session Expired"],
  "not-found": ["refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"],
};

/** `global`, supabase-js's default, ends only the caller's own session, like `local`. */
const scopeSchema = z.enum(["local", "others", "global"]);

const OTHERS_NEED_PASSWORD =
  "Ending other sessions asks for the password: call the function end_own_sessions.";

/** GoTrue answers an invalid token with 403. Invalid keys are rejected before. */
function tokenRefusal(reason: RefusalReason): HTTPException {
  if (reason !== "invalid-token" && reason !== "expired-token") return callerRefusal(reason);
  const why =
    reason === "invalid-token"
      ? "token is malformed or its signature is invalid"
      : "token has invalid claims: token is expired";
  const message = `invalid JWT: unable to parse or verify signature, ${why}`;
  return authError(403, "bad_jwt", message);
}

/** Only sign-in by email and password is enabled; sign-up is disabled. */
const settings = {
  external: { anonymous_users: false, email: true, phone: false },
  disable_signup: true,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
};
