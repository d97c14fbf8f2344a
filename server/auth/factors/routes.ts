import { type Context, Hono } from "hono";
import { z } from "zod";
import { authError } from "../../http/error-responses.ts";
import type { GatewayEnvironment } from "../../http/gateway-environment.ts";
import type { RateLimit } from "../../limits/rate-limit.ts";
import { type ActiveUser, activeUser, needsFactor } from "../active-user.ts";
import { readJson } from "../json-body.ts";
import { sourceOf, storeDevice } from "../request-source.ts";
import { tooManyAttempts } from "../sign-in-limits.ts";
import { enrollFactor } from "./enroll.ts";
import {
  addChallenge,
  deleteFactor,
  getFactor,
  hasJustProvedFactor,
  type StoredFactor,
} from "./factors.ts";
import { type VerifyDeps, verifyFactor } from "./verify.ts";

/**
 * Challenges per address. More would displace those of the user, who could then not sign in while
 * an attacker with the password keeps requesting challenges.
 * @limit visitors: challenges for codes of second factors, per address in 5 minutes; 20 challenges
 */
const FACTOR_CHALLENGES: RateLimit = { name: "factor-challenge", limit: 20, seconds: 300 };

export interface FactorRoutesDeps extends VerifyDeps {
  /** The site's origin; authenticator apps show its host. */
  origin: string;
  trustProxy: boolean;
}

/** GoTrue's `/auth/v1/factors`, for codes of authenticator apps (TOTP). */
export function createFactorRoutes(deps: FactorRoutesDeps): Hono<GatewayEnvironment> {
  const { account, box, origin } = deps;
  const { sql, limits } = account;
  const site = new URL(origin).host;
  const routes = new Hono<GatewayEnvironment>();

  routes.post("/", async (context) => {
    const active = await activeUser(sql, context.var.caller);
    const body = await readJson(context.req.raw);
    const source = sourceOf(context, deps);
    return context.json(await enrollFactor({ box, site, account }, active, body, source));
  });

  routes.post("/:id/challenge", async (context) => {
    const { factor } = await ownFactor(context);
    const hit = await limits.hit(FACTOR_CHALLENGES, sourceOf(context, deps).address);
    if (!hit.allowed) throw tooManyAttempts(hit.retryAfterSeconds);
    const { id, expiresAt } = await addChallenge(sql, factor.id);
    return context.json({ id, type: "totp", expires_at: expiresAt });
  });

  routes.post("/:id/verify", async (context) => {
    const { active, factor } = await ownFactor(context);
    const body = await readJson(context.req.raw);
    const source = sourceOf(context, deps);
    const session = await verifyFactor(deps, active, factor, body, source);
    storeDevice(context, source.device, origin);
    return context.json(session);
  });

  routes.delete("/:id", async (context) => {
    const { active, factor } = await ownFactor(context);
    // Stricter than GoTrue for unverified factors, because another browser may be enrolling one.
    if (needsFactor(active)) {
      throw authError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    // Stricter than GoTrue, because a stolen session may have verified a factor long ago.
    if (factor.status === "verified" && !(await hasJustProvedFactor(sql, active.sessionId))) {
      throw authError(
        403,
        "reauthentication_needed",
        "Enter a code of an authenticator app first.",
      );
    }
    await sql.begin((tx) => deleteFactor(tx, factor.id));
    return context.json({ id: factor.id });
  });
  return routes;

  async function ownFactor(
    context: Context<GatewayEnvironment, "/:id">,
  ): Promise<{ active: ActiveUser; factor: StoredFactor }> {
    const active = await activeUser(sql, context.var.caller);
    const id = z.uuid().safeParse(context.req.param("id"));
    if (!id.success) throw authError(404, "validation_failed", "factor_id must be an UUID");
    const factor = await getFactor(sql, active.user.id, id.data);
    if (!factor) throw authError(404, "mfa_factor_not_found", "Factor not found");
    return { active, factor };
  }
}
