import { createHash, timingSafeEqual } from "node:crypto";
import { verify } from "hono/jwt";
import { JwtTokenExpired } from "hono/utils/jwt/types";
import { z } from "zod";
import type { Secrets } from "./secrets.ts";

export type Role = "anon" | "authenticated" | "service_role";

/** On whose behalf a request runs. */
export interface Caller {
  role: Role;
  /** Null unless a person is signed in. */
  userId: string | null;
  sessionId: string | null;
  /** What the database is told as `request.jwt.claims`. */
  claims: Record<string, unknown> & { role: Role };
  /** The verified access token itself, null for a bare key. */
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

/**
 * Finds out who is calling, as hosted Supabase does: the `apikey` header says which program (a key
 * sent as the bearer alone is taken as well), an access token in `Authorization` says which person.
 * Nothing is guessed: a token that is not one of ours refuses the request, it never falls back to
 * anonymous.
 */
export async function identifyCaller(headers: Headers, keys: Keys): Promise<Identification> {
  const bearer = bearerOf(headers);
  const key = headers.get("apikey") ?? (bearer && isKey(bearer) ? bearer : null);
  if (!key) return { refusal: "missing-key" };
  const keyRole = roleOfKey(key, keys);
  if (!keyRole) return { refusal: "invalid-key" };
  if (keyRole === "service_role" && isBrowser(headers)) return { refusal: "secret-key-in-browser" };
  if (bearer === null || bearer === key) return { caller: bareCaller(keyRole) };
  if (isKey(bearer)) return { refusal: "invalid-key" };
  return identifyPerson(bearer, keys.jwtSecret);
}

/** The caller a bare key stands for. */
export function bareCaller(role: "anon" | "service_role"): Caller {
  return { role, userId: null, sessionId: null, claims: { role }, token: null };
}

/** Verifies an access token of ours: HS256, signed, not expired, naming a person and a session. */
export async function identifyPerson(token: string, jwtSecret: string): Promise<Identification> {
  let payload: unknown;
  try {
    // The algorithm is fixed here, never read from the token, so `alg: none` cannot pass.
    // `iat` is not judged: another server process's clock may be a second ahead.
    payload = await verify(token, jwtSecret, { alg: "HS256", iat: false });
  } catch (error) {
    return { refusal: error instanceof JwtTokenExpired ? "expired-token" : "invalid-token" };
  }
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) return { refusal: "invalid-token" };
  const { sub: userId, session_id: sessionId, role } = claims.data;
  return { caller: { role, userId, sessionId, claims: claims.data, token } };
}

const claimsSchema = z.looseObject({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal("authenticated"),
  // A token that never expires is none that we made.
  exp: z.number(),
});

/** The refusal as `/rest`, `/storage` and `/functions` answer it: always 401, in hosted Supabase's words. */
export function refusalResponse(refusal: RefusalReason): Response {
  const { body, challenge } = refusals[refusal];
  return Response.json(body, {
    status: 401,
    headers: challenge ? { "www-authenticate": challenge } : {},
  });
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

function bearerOf(headers: Headers): string | null {
  const header = headers.get("authorization");
  if (header === null) return null;
  // Another scheme, or nothing after it, is a token that cannot be verified.
  return /^Bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? "";
}

const isKey = (text: string) => text.startsWith("sb_");

function roleOfKey(key: string, keys: Keys): "anon" | "service_role" | null {
  const given = digest(key);
  // Both are always compared, in constant time, so that timing tells nothing about either.
  const publishable = timingSafeEqual(given, digest(keys.publishableKey));
  const secret = timingSafeEqual(given, digest(keys.secretKey));
  if (secret) return "service_role";
  return publishable ? "anon" : null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A secret key in a browser has leaked; hosted Supabase refuses it the same way. */
function isBrowser(headers: Headers): boolean {
  return /^\s*Mozilla\/5\.0/i.test(headers.get("user-agent") ?? "");
}
