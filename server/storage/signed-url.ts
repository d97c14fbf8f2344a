import { createHmac } from "node:crypto";
import { sign, verify } from "hono/jwt";
import { JwtTokenExpired, JwtTokenSignatureMismatched } from "hono/utils/jwt/types";
import { z } from "zod";
import type { Caller } from "../auth/caller.ts";
import { refuse } from "./failure.ts";
import type { ObjectAddress } from "./object-key.ts";

export interface UrlSigner {
  /** @param lifetime in seconds. */
  sign(address: ObjectAddress, signer: Caller, lifetime: number): Promise<string>;
  /**
   * @returns the signer, for whom the policies must be checked again, because their session may
   * have ended.
   * @throws {StorageFailure} 400 when the token is forged, damaged, expired, or for another object.
   */
  verify(token: string, address: ObjectAddress): Promise<Caller>;
}

/**
 * Signs URLs of objects with JWTs (HS256), the format that hosted Supabase uses. The key is derived
 * from the JWT secret, so that a signed URL cannot be used as an access token, or vice versa.
 * Unlike on hosted Supabase, a signed URL stops working when its signer may no longer read the
 * object.
 * @param now returns the current time in milliseconds.
 */
export function createUrlSigner(jwtSecret: string, now: () => number = Date.now): UrlSigner {
  const key = {
    kty: "oct",
    k: createHmac("sha256", jwtSecret).update("foyer: signed object addresses").digest("base64url"),
  };

  return {
    sign(address, signer, lifetime) {
      const iat = Math.floor(now() / 1000);
      const by = signerSchema.parse(signer.claims);
      return sign({ url: urlOf(address), by, iat, exp: iat + lifetime }, key, "HS256");
    },
    async verify(token, address) {
      // The algorithm is fixed here instead of read from the token, so that `alg: none` cannot
      // pass. `iat` is not checked, because another server's clock may be a second ahead.
      const payload = await verify(token, key, { alg: "HS256", iat: false }).catch((error) => {
        throw refuse.invalidJwt(reasonOf(error));
      });
      const claims = claimsSchema.safeParse(payload);
      // The URL comes from an earlier version, whose tokens did not name the signer.
      if (!claims.success) throw refuse.invalidJwt(MALFORMED);
      const { by, url } = claims.data;
      if (url !== urlOf(address)) throw refuse.wrongSignature();
      return {
        role: by.role,
        userId: by.sub ?? null,
        sessionId: by.session_id ?? null,
        claims: by,
        token: null,
      };
    },
  };
}

/** The caller's fields that the policies need. */
const signerSchema = z.object({
  role: z.enum(["anon", "authenticated", "service_role"]),
  sub: z.string().optional(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
  /** Identifies a link that must show the object when the URL is opened. */
  share: z.string().optional(),
});

const claimsSchema = z.object({ url: z.string(), exp: z.number(), by: signerSchema });

const MALFORMED = "jwt malformed";

function reasonOf(error: unknown): string {
  if (error instanceof JwtTokenExpired) return "jwt expired";
  return error instanceof JwtTokenSignatureMismatched ? "invalid signature" : MALFORMED;
}

function urlOf({ bucket, key }: ObjectAddress): string {
  return `${bucket}/${key}`;
}
