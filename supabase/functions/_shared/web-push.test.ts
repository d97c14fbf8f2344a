import { createPublicKey, randomBytes, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createBrowser } from "../../../tests/support/fakes/push-service.ts";
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
  it("a push is encrypted as in RFC 8291", async () => {
    const body = await encryptPush(Buffer.from(VECTOR.message), VECTOR.receiver, VECTOR.fixed);
    expect(Buffer.from(body).toString("base64url")).toBe(VECTOR.body);
  });

  it.each([0, 1, 3993])(
    "a push of %i bytes is read by its browser, and differs each time",
    async (size) => {
      const browser = createBrowser("https://push.example/");
      const message = randomBytes(size);
      const encrypt = () => encryptPush(message, browser.subscription);
      const bodies = [Buffer.from(await encrypt()), Buffer.from(await encrypt())];
      for (const body of bodies) {
        expect(browser.read(body)).toEqual(message);
        expect(body.length - 86).toBeLessThanOrEqual(4096);
      }
      expect(bodies[0]).not.toEqual(bodies[1]);
    },
  );

  it("a push is signed as in RFC 8292, for half a day", async () => {
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
