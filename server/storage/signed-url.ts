import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Caller } from "../auth/caller.ts";
import { refuse } from "./failure.ts";
import type { ObjectAddress } from "./object-key.ts";

export interface UrlSigner {
  /** @param lifetime seconds. */
  sign(address: ObjectAddress, signer: Caller, lifetime: number): string;
  /**
   * @returns the signer, for whom the policies are checked again: their session may have ended.
   * @throws {StorageFailure} 400 when it is forged, damaged, expired, or for another object.
   */
  verify(token: string, address: ObjectAddress): Caller;
}

/**
 * Signs URLs of objects with JWTs (HS256), the format hosted Supabase uses. The key is derived from
 * the JWT secret, so that a signed URL can never be used as an access token, or vice versa. Unlike
 * on hosted Supabase, a signed URL stops working when its signer may no longer read the object.
 */
export function createUrlSigner(jwtSecret: string, now: () => number = Date.now): UrlSigner {
  const key = createHmac("sha256", jwtSecret).update("foyer: signed object addresses").digest();
  const signatureOf = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const seconds = () => Math.floor(now() / 1000);

  return {
    sign(address, signer, lifetime) {
      const iat = seconds();
      const by = signerSchema.parse(signer.claims);
      const payload = encode({ url: urlOf(address), by, iat, exp: iat + lifetime });
      const text = `${HEADER}.${payload}`;
      return `${text}.${signatureOf(text)}`;
    },
    verify(token, address) {
      const [header, payload, signature, ...more] = token.split(".");
      if (header !== HEADER || !payload || !signature || more.length > 0) {
        throw refuse.invalidJwt("jwt malformed");
      }
      // Compared as text: base64 has spare bits, so several encodings decode to the same signature.
      const given = Buffer.from(signature);
      const wanted = Buffer.from(signatureOf(`${header}.${payload}`));
      if (given.byteLength !== wanted.byteLength || !timingSafeEqual(given, wanted)) {
        throw refuse.invalidJwt("invalid signature");
      }
      const claims = readClaims(payload);
      if (claims.exp <= seconds()) throw refuse.invalidJwt("jwt expired");
      if (claims.url !== urlOf(address)) throw refuse.wrongSignature();
      const { by } = claims;
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
});

const claimsSchema = z.object({ url: z.string(), exp: z.number(), by: signerSchema });

/** @throws {StorageFailure} 400 for a URL signed before tokens named their signer. */
function readClaims(payload: string): z.infer<typeof claimsSchema> {
  const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!claims.success) throw refuse.invalidJwt("jwt malformed");
  return claims.data;
}

/**
 * The only header ever issued, so any other (including `alg: none`) is rejected without parsing.
 */
const HEADER = encode({ alg: "HS256", typ: "JWT" });

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function urlOf({ bucket, key }: ObjectAddress): string {
  return `${bucket}/${key}`;
}
