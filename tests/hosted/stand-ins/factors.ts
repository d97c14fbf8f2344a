import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { Secret, TOTP } from "otpauth";
import type { Sql } from "../../../server/database/connect.ts";
import { type AuthRoute, send } from "./edge.ts";

/** Seconds within which a challenge must be answered and an enrollment completed. */
const LIFETIME = 300;
const MOST_FACTORS = 10;

/** An error response of Auth. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`Auth refuses: ${code}`);
    this.status = status;
    this.code = code;
  }
}

interface Call {
  incoming: IncomingMessage;
  body: string;
  /** Path segments that are ids. */
  ids: string[];
}

/** The calling account and its session. */
interface Caller {
  id: string;
  session: string;
  aal: string;
}

/**
 * Stands in for parts of Supabase Auth that the lab lacks: routes of TOTP factors, and factors in
 * responses about a user. They use Auth's own tables and follow its published sources: a first code
 * verifies a factor and gives its session `aal2`, sessions below that end, and removing a factor
 * takes `aal2` from the sessions it had verified.
 * @param project the lab, which manages users, sessions and tokens.
 */
export function createFactorRoutes(
  project: { url: string; publishableKey: string; secretKey: string },
  sql: Sql,
): AuthRoute {
  const routes: [string, RegExp, (call: Call) => Promise<object>][] = [
    ["POST", /^\/factors$/, enroll],
    ["POST", /^\/factors\/([^/]+)\/challenge$/, challenge],
    ["POST", /^\/factors\/([^/]+)\/verify$/, verify],
    ["DELETE", /^\/factors\/([^/]+)$/, unenroll],
    ["DELETE", /^\/admin\/users\/([^/]+)\/factors\/([^/]+)$/, removeAsAdmin],
    ["PUT", /^\/user$/, changeUser],
    ["GET", /^\/user$/, withFactors],
    ["GET", /^\/admin\/users\/([^/]+)$/, withFactors],
    ["POST", /^\/token$/, withFactors],
  ];

  return async (incoming, answer) => {
    const path = new URL(incoming.url ?? "/", project.url).pathname.replace("/auth/v1", "");
    for (const [method, pattern, work] of routes) {
      const match = method === incoming.method && pattern.exec(path);
      if (!match) continue;
      try {
        const call = { incoming, body: await text(incoming), ids: match.slice(1) };
        send(answer, 200, await work(call));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { status, code, message } = error;
        // Whether the caller (supabase-js) requests the newer version of the API's format.
        const isNew = incoming.headers["x-supabase-api-version"] !== undefined;
        if (isNew) answer.setHeader("x-supabase-api-version", "2024-01-01");
        send(
          answer,
          status,
          isNew ? { code, message } : { code: status, error_code: code, msg: message },
        );
      }
      return true;
    }
    return false;
  };

  async function enroll(call: Call): Promise<object> {
    const { id: user, aal } = await callerOf(call);
    const { factor_type: type, friendly_name: name = "" } = JSON.parse(call.body);
    if (type !== "totp") throw new Refusal(400, "validation_failed");
    await sql`delete from auth.mfa_factors where user_id = ${user} and status = 'unverified'
      and created_at < now() - make_interval(secs => ${LIFETIME})`;
    const factors = await factorsOf(user);
    if (factors.some((one) => one.friendly_name === name)) {
      throw new Refusal(422, "mfa_factor_name_conflict");
    }
    if (factors.length >= MOST_FACTORS) throw new Refusal(422, "too_many_enrolled_mfa_factors");
    if (factors.some(({ status }) => status === "verified") && aal !== "aal2") {
      throw new Refusal(403, "insufficient_aal");
    }
    const [id, secret] = [randomUUID(), new Secret().base32];
    await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (${id}, ${user}, ${name}, 'totp', 'unverified', ${secret}, now(), now())`;
    const totp = { qr_code: "<svg/>", secret, uri: `otpauth://totp/stand-in?secret=${secret}` };
    return { id, type, friendly_name: name, totp };
  }

  async function challenge(call: Call): Promise<object> {
    const factor = await ownFactor(call);
    const id = randomUUID();
    await sql`insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${id}, ${factor.id}, now(), '127.0.0.1')`;
    return { id, type: "totp", expires_at: Math.floor(Date.now() / 1000) + LIFETIME };
  }

  async function verify(call: Call): Promise<object> {
    const caller = await callerOf(call);
    const { id, secret } = await ownFactor(call);
    const { challenge_id, code = "" } = JSON.parse(call.body);
    const [open] = await sql`select from auth.mfa_challenges where id = ${challenge_id}
      and factor_id = ${id} and verified_at is null
      and created_at > now() - make_interval(secs => ${LIFETIME})`;
    if (!open) throw new Refusal(422, "mfa_challenge_expired");
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    if (totp.validate({ token: code, window: 1 }) === null) {
      throw new Refusal(422, "mfa_verification_failed");
    }
    const refresh_token = randomBytes(12).toString("base64url");
    await sql.begin(async (tx) => {
      await tx`update auth.mfa_challenges set verified_at = now() where id = ${challenge_id}`;
      await tx`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${id}`;
      await tx`insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values (gen_random_uuid(), ${caller.session}, now(), now(), 'totp')
        on conflict (session_id, authentication_method) do update set updated_at = now()`;
      await tx`update auth.sessions set aal = 'aal2', factor_id = ${id} where id = ${caller.session}`;
      await tx`delete from auth.sessions where user_id = ${caller.id} and aal < 'aal2'`;
      await tx`delete from auth.mfa_factors where user_id = ${caller.id} and status = 'unverified'`;
      await tx`update auth.refresh_tokens set revoked = true where session_id = ${caller.session}`;
      await tx`insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
        values (${NO_INSTANCE}, ${refresh_token}, ${caller.id}, false, now(), now(), ${caller.session})`;
    });
    const session = await ask("/token?grant_type=refresh_token", { body: { refresh_token } });
    return complete(session);
  }

  async function unenroll(call: Call): Promise<object> {
    const { aal } = await callerOf(call);
    const { id, status } = await ownFactor(call);
    if (status === "verified" && aal !== "aal2") throw new Refusal(422, "insufficient_aal");
    return remove(id);
  }

  async function removeAsAdmin({ incoming, ids: [user = "", factor = ""] }: Call): Promise<object> {
    if (incoming.headers.apikey !== project.secretKey) throw new Refusal(403, "not_admin");
    if (!(await factorsOf(user)).some(({ id }) => id === factor)) {
      throw new Refusal(404, "mfa_factor_not_found");
    }
    return remove(factor);
  }

  async function remove(id: string): Promise<object> {
    await sql.begin(async (tx) => {
      await tx`delete from auth.mfa_amr_claims where authentication_method = 'totp'
        and session_id in (select id from auth.sessions where factor_id = ${id})`;
      await tx`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${id}`;
      await tx`delete from auth.mfa_factors where id = ${id}`;
    });
    return { id };
  }

  async function changeUser(call: Call): Promise<object> {
    const { id, aal } = await callerOf(call);
    const { email, password } = JSON.parse(call.body);
    const isProtected = (await factorsOf(id)).some(({ status }) => status === "verified");
    if (isProtected && aal !== "aal2" && (email || password)) {
      throw new Refusal(401, "insufficient_aal");
    }
    return withFactors(call);
  }

  /** The lab's own response, with the user's factors added. */
  async function withFactors({ incoming, body }: Call): Promise<object> {
    const path = (incoming.url ?? "").replace("/auth/v1", "");
    const { apikey = "", authorization = "" } = incoming.headers;
    const headers = { apikey: String(apikey), ...(authorization && { authorization }) };
    return complete(await ask(path, { method: incoming.method, headers, body }));
  }

  async function complete(found: Record<string, unknown>): Promise<object> {
    const user = (found.user ?? found) as { id: string };
    const factors = await sql`select id, friendly_name, factor_type, status, created_at, updated_at
      from auth.mfa_factors where user_id = ${user.id} order by created_at`;
    const completed = { ...user, factors };
    return found.user ? { ...found, user: completed } : completed;
  }

  async function callerOf({ incoming }: Call): Promise<Caller> {
    const { authorization = "" } = incoming.headers;
    const headers = { apikey: project.publishableKey, authorization };
    const { id } = await ask("/user", { method: "GET", headers });
    const claims = Buffer.from(authorization.split(".")[1] ?? "", "base64url").toString();
    const session = JSON.parse(claims).session_id as string;
    const [row] = await sql<{ aal: string }[]>`select aal from auth.sessions where id = ${session}`;
    return { id: String(id), session, aal: row?.aal ?? "aal1" };
  }

  async function ownFactor(call: Call) {
    const { id: user } = await callerOf(call);
    const factor = (await factorsOf(user)).find(({ id }) => id === call.ids[0]);
    if (!factor) throw new Refusal(404, "mfa_factor_not_found");
    return factor;
  }

  function factorsOf(user: string) {
    return sql<{ id: string; friendly_name: string; status: string; secret: string }[]>`
      select id, friendly_name, status, secret from auth.mfa_factors where user_id = ${user}`;
  }

  /**
   * Sends a request to the lab's Auth.
   * @throws {Refusal} with its error.
   */
  async function ask(
    path: string,
    {
      method = "POST",
      headers = { apikey: project.publishableKey } as Record<string, string>,
      body = "" as string | object,
    },
  ): Promise<Record<string, unknown>> {
    const response = await fetch(`${project.url}/auth/v1${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(body === "" ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const answered = (await response.json()) as Record<string, unknown>;
    if (response.ok) return answered;
    throw new Refusal(response.status, String(answered.error_code ?? answered.code));
  }
}

const NO_INSTANCE = "00000000-0000-0000-0000-000000000000";
