import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { describe, expect, it } from "vitest";
import { createPushKeys, encryptPush, signPush } from "./web-push.ts";

/** RFC 8291, appendix A. */
const VECTOR = {
  message: "When I grow up, I want to be a watermelon",
  receiver: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  fixed: {
    keys: {
      publicKey:
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
      privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    },
    salt: "DGv6ra1nlYgDCS1FRnbzlw",
  },
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

describe("a push", () => {
  it("is encrypted as in RFC 8291", async () => {
    const body = await encryptPush(Buffer.from(VECTOR.message), VECTOR.receiver, VECTOR.fixed);
    expect(Buffer.from(body).toString("base64url")).toBe(VECTOR.body);
  });

  it.each([0, 1, 3993])(
    "of %i bytes is read by its browser, and differs each time",
    async (size) => {
      const browser = createECDH("prime256v1");
      browser.generateKeys();
      const auth = randomBytes(16);
      const keys = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };
      const message = randomBytes(size);
      const bodies = [await encryptPush(message, keys), await encryptPush(message, keys)];
      for (const body of bodies.map((one) => Buffer.from(one))) {
        expect(decrypt(body, browser, auth)).toEqual(message);
        expect(body.length - 86).toBeLessThanOrEqual(4096);
      }
      expect(bodies[0]).not.toEqual(bodies[1]);
    },
  );

  it("is signed as in RFC 8292, for half a day", async () => {
    const keys = await createPushKeys();
    const now = new Date("2026-11-26T11:00:00Z");
    const header = await signPush("https://push.example/a/b?c", keys, "https://ada.example", now);
    const [, head = "", claims = "", signature = "", key] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
    expect(key).toBe(keys.publicKey);
    const point = Buffer.from(keys.publicKey, "base64url");
    expect([point.length, point[0]]).toEqual([65, 4]);
    expect(JSON.parse(Buffer.from(head, "base64url").toString())).toEqual({
      typ: "JWT",
      alg: "ES256",
    });
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
      aud: "https://push.example",
      exp: now.getTime() / 1000 + 43_200,
      sub: "https://ada.example",
    });
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString("base64url"),
    );
    const publicKey = createPublicKey({
      key: { kty: "EC", crv: "P-256", x, y },
      format: "jwk",
    } as never);
    const signed = Buffer.from(`${head}.${claims}`);
    const raw = Buffer.from(signature, "base64url");
    const input = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
    expect(verify("sha256", signed, input, raw)).toBe(true);
    expect(verify("sha256", Buffer.from(`${head}.x`), input, raw)).toBe(false);
  });
});

/** As a browser does, with Node's own cryptography. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const secret = browser.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const material = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", material, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  const encrypted = body.subarray(21 + sender.length);
  decipher.setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  expect(padded.at(-1)).toBe(2);
  return padded.subarray(0, -1);
}
