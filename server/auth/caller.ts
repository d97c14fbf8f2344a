import { hash, timingSafeEqual } from "node:crypto";
import type { HTTPException } from "hono/http-exception";
import { verify } from "hono/jwt";
import { JwtTokenExpired } from "hono/utils/jwt/types";
import { z } from "zod";
import { AUTH_PATH } from "../../shared/api-paths.ts";
import { refusal } from "../http/error-responses.ts";
import type { Secrets } from "../secrets.ts";

export type Role = "anon" | "authenticated" | "service_role";

/** The identity a request runs as. */
export interface Caller {
  role: Role;
  /** Null unless a user is signed in. */
  userId: string | null;
  sessionId: string | null;
  /** Passed to the database as `request.jwt.claims`. */
  claims: Record<string, unknown> & { role: Role };
  /** The verified access token; null for a bare key. */
  token: string | null;
}

export type RefusalReason =
  | "missing-key"
  | "invalid-key"
  | "secret-key-in-browser"
  | "invalid-token"
  | "expired-token";

export type Identification = { caller: Caller } | { refusal: RefusalReason };

type Keys = Pick<Secrets, "jwtSecret" | "publishableKey" | "secretKey">;

/** Keys with which a site recognizes its own keys and tokens. */
export interface Recognition {
  secrets: Keys;
  /** The site's origin; used as the issuer of its tokens. */
  origin: string;
}

/** The `iss` of the access tokens of a site at this origin, in GoTrue's format. */
export function issuerOf(origin: string): string {
  return `${origin}${AUTH_PATH}`;
}

/** The `aud` of every access token. */
export const AUDIENCE = "authenticated";

/**
 * Identifies the caller as hosted Supabase does: the `apikey` header identifies the program (a key
 * sent only as the bearer is accepted as well), an access token in `Authorization` identifies the
 * user. A token that is not valid here is rejected; it never falls back to anonymous.
 */
export async function identifyCaller(
  headers: Headers,
  { secrets: keys, origin }: Recognition,
): Promise<Identification> {
  const bearer = bearerOf(headers.get("authorization"));
  const key = headers.get("apikey") ?? (bearer && isKey(bearer) ? bearer : null);
  if (!key) return { refusal: "missing-key" };
  const keyRole = roleOfKey(key, keys);
  if (!keyRole) return { refusal: "invalid-key" };
  if (keyRole === "service_role" && isBrowser(headers)) return { refusal: "secret-key-in-browser" };
  if (bearer === null || bearer === key) return { caller: bareCaller(keyRole) };
  if (isKey(bearer)) return { refusal: "invalid-key" };
  return identifyPerson(bearer, keys.jwtSecret, issuerOf(origin));
}

/** The identified caller. @throws {HTTPException} 401 for a refused caller. */
export async function requireCaller(headers: Headers, recognition: Recognition): Promise<Caller> {
  const identified = await identifyCaller(headers, recognition);
  if ("refusal" in identified) throw callerRefusal(identified.refusal);
  return identified.caller;
}

/**
 * Whether an `Authorization` header has an access token that was verified here before. Takes no
 * time for other headers; the session may have ended.
 */
export function isSignedIn(header: string | null, { secrets, origin }: Recognition): boolean {
  const token = bearerOf(header);
  const known = token && verified.get(nameOf(token, secrets.jwtSecret, issuerOf(origin)));
  return known ? !isOver(known) : false;
}

/** The caller for a bare key. */
export function bareCaller(role: "anon" | "service_role"): Caller {
  return { role, userId: null, sessionId: null, claims: { role }, token: null };
}

/**
 * Verifies one of our access tokens: HS256, valid signature, not expired, issued by this site (a
 * copy of its data directory on another machine has the same secret), naming a user and a session.
 */
async function identifyPerson(
  token: string,
  jwtSecret: string,
  issuer: string,
): Promise<Identification> {
  const name = nameOf(token, jwtSecret, issuer);
  const known = verified.get(name);
  // Only time can make a verified token invalid; callers check whether its session still exists.
  if (known)
    return isOver(known) ? { refusal: "expired-token" } : { caller: callerOf(known, token) };
  let payload: unknown;
  try {
    // The algorithm is fixed here, never read from the token, so `alg: none` cannot pass. `iat` is
    // not checked: another server process's clock may be a second ahead.
    payload = await verify(token, jwtSecret, { alg: "HS256", iat: false });
  } catch (error) {
    return { refusal: error instanceof JwtTokenExpired ? "expired-token" : "invalid-token" };
  }
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success || claims.data.iss !== issuer) return { refusal: "invalid-token" };
  const [oldest] = verified.keys();
  if (oldest && verified.size >= MOST_VERIFIED) verified.delete(oldest);
  verified.set(name, claims.data);
  return { caller: callerOf(claims.data, token) };
}

type Claims = z.infer<typeof claimsSchema>;

/** The claims of tokens verified lately: to verify one takes longer than a small request's own work. */
const verified = new Map<string, Claims>();
const MOST_VERIFIED = 1000;

const nameOf = (token: string, jwtSecret: string, issuer: string) =>
  digest(`${jwtSecret} ${issuer} ${token}`).toString("base64");

const isOver = ({ exp }: Claims) => exp <= Math.floor(Date.now() / 1000);

function callerOf(claims: Claims, token: string): Caller {
  const { sub: userId, session_id: sessionId, role } = claims;
  return { role, userId, sessionId, claims, token };
}

const claimsSchema = z.looseObject({
  iss: z.string(),
  aud: z.literal(AUDIENCE),
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal("authenticated"),
  // We never issue a token without an expiry.
  exp: z.number(),
});

/**
 * The error response of `/rest`, `/storage` and `/functions`: always 401, with hosted Supabase's
 * texts.
 */
export function callerRefusal(reason: RefusalReason): HTTPException {
  const { body, challenge } = refusals[reason];
  const headers = challenge ? { "www-authenticate": challenge } : {};
  return refusal(Response.json(body, { status: 401, headers }));
}

const refusals: Record<RefusalReason, { body: object; challenge?: string }> = {
  "missing-key": {
    body: {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    },
  },
  "invalid-key": {
    body: {
      message: "Invalid API key",
      hint: "Double check your Supabase `anon` or `service_role` API key.",
    },
  },
  "secret-key-in-browser": {
    body: {
      message: "Forbidden use of secret API key in browser",
      hint: "Secret API keys can only be used in a protected environment and should never be used in a browser. Delete and replace this secret API key immediately.",
    },
  },
  "invalid-token": {
    body: {
      code: "PGRST301",
      details: "None of the keys was able to decode the JWT",
      hint: null,
      message: "No suitable key or wrong key type",
    },
    challenge: 'Bearer error="invalid_token", error_description="invalid JWT"',
  },
  "expired-token": {
    body: { code: "PGRST303", details: null, hint: null, message: "JWT expired" },
    challenge: 'Bearer error="invalid_token", error_description="JWT expired"',
  },
};

function bearerOf(header: string | null): string | null {
  if (header === null) return null;
  // Another scheme, or an empty token, is treated as a token that cannot be verified.
  return /^Bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? "";
}

const isKey = (text: string) => text.startsWith("sb_");

function roleOfKey(key: string, keys: Keys): "anon" | "service_role" | null {
  // Anyone may know the publishable key.
  if (key === keys.publishableKey) return "anon";
  // Compared in constant time, so that timing reveals nothing about it.
  return timingSafeEqual(digest(key), digest(keys.secretKey)) ? "service_role" : null;
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/** A secret key used in a browser has leaked; hosted Supabase rejects it too. */
function isBrowser(headers: Headers): boolean {
  return /^\s*Mozilla\/5\.0/i.test(headers.get("user-agent") ?? "");
}
