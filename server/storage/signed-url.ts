import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { refuse } from "./failure.ts";
import type { ObjectAddress } from "./object-key.ts";

export interface UrlSigner {
  /** @param lifetime seconds. */
  sign(address: ObjectAddress, lifetime: number): string;
  /**
   * @returns seconds the token still has.
   * @throws {StorageFailure} 400 when it is forged, damaged, expired, or for another object.
   */
  verify(token: string, address: ObjectAddress): number;
}

/**
 * Signs object addresses as JWTs (HS256), the form hosted Supabase uses. The key is derived from the
 * JWT secret, so that a signed address can never pass for an access token, nor the other way round.
 */
export function createUrlSigner(jwtSecret: string, now: () => number = Date.now): UrlSigner {
  const key = createHmac("sha256", jwtSecret).update("foyer: signed object addresses").digest();
  const signatureOf = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const seconds = () => Math.floor(now() / 1000);

  return {
    sign(address, lifetime) {
      const iat = seconds();
      const payload = encode({ url: urlOf(address), iat, exp: iat + lifetime });
      const text = `${HEADER}.${payload}`;
      return `${text}.${signatureOf(text)}`;
    },
    verify(token, address) {
      const [header, payload, signature, ...more] = token.split(".");
      if (header !== HEADER || !payload || !signature || more.length > 0) {
        throw refuse.invalidJwt("jwt malformed");
      }
      // Compared as text: base64 has spare bits, so several spellings decode to the same signature.
      const given = Buffer.from(signature);
      const wanted = Buffer.from(signatureOf(`${header}.${payload}`));
      if (given.byteLength !== wanted.byteLength || !timingSafeEqual(given, wanted)) {
        throw refuse.invalidJwt("invalid signature");
      }
      const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
      if (claims.exp <= seconds()) throw refuse.invalidJwt("jwt expired");
      if (claims.url !== urlOf(address)) throw refuse.wrongSignature();
      return claims.exp - seconds();
    },
  };
}

const claimsSchema = z.object({ url: z.string(), exp: z.number() });

/** The only header ever made, so anything else (`alg: none` included) is refused unread. */
const HEADER = encode({ alg: "HS256", typ: "JWT" });

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function urlOf({ bucket, key }: ObjectAddress): string {
  return `${bucket}/${key}`;
}
