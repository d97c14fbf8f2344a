import { createHmac, timingSafeEqual } from "node:crypto";

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const digest = (text, secret) => createHmac("sha256", secret).update(text).digest();

export function sign(claims, secret) {
  const head = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${head}.${digest(head, secret).toString("base64url")}`;
}

/** Returns the claims, or throws an error that describes the problem. */
export function verify(token, secret) {
  const parts = token.split(".");
  if (parts.length !== 3)
    throw new Error("token is malformed: token contains an invalid number of segments");
  const [head, body, signature] = parts;
  let header, claims;
  try {
    header = JSON.parse(Buffer.from(head, "base64url").toString());
    claims = JSON.parse(Buffer.from(body, "base64url").toString());
  } catch {
    throw new Error("token is malformed: could not JSON decode");
  }
  if (header.alg !== "HS256")
    throw new Error(`token signature is invalid: signing method ${header.alg} is invalid`);
  const wanted = digest(`${head}.${body}`, secret);
  const given = Buffer.from(signature, "base64url");
  if (
    given.toString("base64url") !== signature ||
    given.length !== wanted.length ||
    !timingSafeEqual(given, wanted)
  ) {
    throw new Error("token signature is invalid: signature is invalid");
  }
  if (typeof claims.exp === "number" && claims.exp * 1000 <= Date.now())
    throw new Error("token has invalid claims: token is expired");
  return claims;
}
