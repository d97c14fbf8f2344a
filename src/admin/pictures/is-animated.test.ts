import sharp from "sharp";
import { expect, it } from "vitest";
import { isAnimated } from "./is-animated.ts";

async function animation(frames: number, format: "gif" | "webp"): Promise<Uint8Array> {
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, at) => Buffer.alloc(300, at * 90)),
  );
  const raw = { width: 10, height: 10 * frames, channels: 3 as const, pageHeight: 10 };
  return sharp(pixels, { raw }).toFormat(format).toBuffer();
}

/** A PNG with this chunk inserted after its header. */
async function pngWith(name: string): Promise<Uint8Array> {
  const background = { r: 0, g: 0, b: 0 };
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .png()
    .toBuffer();
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8);
  chunk.write(name, 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

it("isAnimated recognizes animated GIF, WebP and PNG files, and no others", async () => {
  for (const format of ["gif", "webp"] as const) {
    expect(isAnimated(await animation(3, format)), format).toBe(true);
    expect(isAnimated(await animation(1, format)), format).toBe(false);
  }
  expect(isAnimated(await pngWith("acTL"))).toBe(true);
  expect(isAnimated(await pngWith("tEXt"))).toBe(false);
  for (const text of ["", "GIF89a", "GIF89a!\u00f9", "\u0089PNG\r\n", "RIFF", "hello"]) {
    expect(isAnimated(Buffer.from(text, "latin1")), text).toBe(false);
  }
});
