import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  signInOwner,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let owner: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await tokenOf((await signInOwner(gateway)).client);
});
afterAll(() => gateway.stop());

async function convert(body: Uint8Array, type: string, token = owner): Promise<Response> {
  const headers = new Headers({ apikey: gateway.secrets.publishableKey, "content-type": type });
  if (token) headers.set("authorization", `Bearer ${token}`);
  return fetch(`${gateway.url}/picture/v1/avif`, {
    method: "POST",
    headers,
    body: new Uint8Array(body),
  });
}

function picture(width: number, height: number): Sharp {
  const background = { r: 200, g: 40, b: 30, alpha: 0.5 };
  return sharp({ create: { width, height, channels: 4, background }, limitInputPixels: false });
}

it("only the owner converts pictures", async () => {
  const webp = await picture(40, 20).webp().toBuffer();
  const { status } = await convert(webp, "image/webp", "x");
  expect(status, "an invalid token").toBe(401);
  for (const token of [
    "",
    gateway.secrets.publishableKey,
    await tokenOf((await signInStranger(gateway)).client),
    await tokenOf((await signInWorkspaceUser(gateway)).client),
  ]) {
    const response = await convert(webp, "image/webp", token);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: "Only the owner converts pictures." });
  }
  expect((await convert(webp, "image/webp")).status).toBe(200);
});

it("a picture becomes AVIF in its size, upright and without metadata", async () => {
  const photo = await picture(60, 20)
    .flatten()
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: "Ada" } })
    .toBuffer();
  expect(photo.includes("Ada")).toBe(true);
  const response = await convert(photo, "image/jpeg");
  expect(response.headers.get("content-type")).toBe("image/avif");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const avif = Buffer.from(await response.arrayBuffer());
  expect(await sharp(avif).metadata()).toMatchObject({ format: "heif", width: 20, height: 60 });
  expect(avif.includes("Ada")).toBe(false);
  const transparent = await convert(await picture(40, 20).png().toBuffer(), "image/png");
  const { hasAlpha } = await sharp(Buffer.from(await transparent.arrayBuffer())).metadata();
  expect(hasAlpha).toBe(true);
});

it("the conversion refuses anything but a small picture of a supported format", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const cut = (await picture(300, 300).png().toBuffer()).subarray(0, 60);
  const refused: [string, Uint8Array, string, number][] = [
    ["an SVG", svg, "image/svg+xml", 415],
    ["an SVG that calls itself a PNG", svg, "image/png", 415],
    ["a GIF", await picture(9, 9).gif().toBuffer(), "image/gif", 415],
    ["a text", Buffer.from("hello"), "text/plain", 415],
    ["an empty body", Buffer.alloc(0), "image/webp", 415],
    ["a damaged PNG", cut, "image/png", 422],
    ["too many pixels", await picture(1600, 2401).png().toBuffer(), "image/png", 422],
    ["too many bytes", Buffer.alloc(5 * 1024 * 1024 + 1), "image/png", 413],
  ];
  for (const [name, body, type, status] of refused) {
    const response = await convert(body, type);
    expect(response.status, name).toBe(status);
    expect(await response.json(), name).toHaveProperty("message");
  }
  expect((await convert(await picture(9, 9).png().toBuffer(), "image/png")).status).toBe(200);
});
