import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawFaviconIco, drawHomeIcon } from "./icon-pictures.ts";

const svg = (attributes: string, fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0h24v24H0z" fill="${fill}"/></svg>`;
const red = svg('viewBox="0 0 24 24"', "#ff0000");
const cyan = svg('viewBox="0 0 24 24"', "#22d3ee");

/** Color of the center pixel as red, green, blue. */
async function middleOf(picture: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

/** The pictures of an ICO file with the sizes in its directory entries. */
function unpack(ico: Uint8Array) {
  const file = Buffer.from(ico);
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const start = file.readUInt32LE(at + 12);
    return { size: file[at], png: file.subarray(start, start + file.readUInt32LE(at + 8)) };
  });
}

describe("favicon.ico", () => {
  it("favicon.ico contains the icon in three sizes", async () => {
    const pictures = unpack(await drawFaviconIco(red, cyan));
    expect(pictures.map(({ size }) => size)).toEqual([16, 32, 48]);
    for (const { size, png } of pictures) {
      expect(await sharp(png).metadata()).toMatchObject({
        format: "png",
        width: size,
        height: size,
      });
      expect(await middleOf(png)).toEqual([255, 0, 0]);
    }
  });
});

describe("the touch icon", () => {
  it("the touch icon is an opaque square with a margin", async () => {
    const icon = await drawHomeIcon("apple-touch-icon.png", red, cyan);
    const { format, width, height, hasAlpha } = await sharp(icon).metadata();
    expect({ format, width, height, hasAlpha }).toEqual({
      format: "png",
      width: 180,
      height: 180,
      hasAlpha: false,
    });
    expect(await middleOf(icon)).toEqual([255, 0, 0]);
    const corner = await sharp(icon).extract({ left: 0, top: 0, width: 1, height: 1 }).toBuffer();
    expect(await middleOf(corner)).toEqual([11, 16, 21]);
  });

  it.each([
    ["no SVG", "<p>not an icon</p>"],
    ["an icon without a size", "<svg/>"],
  ])("the touch icon falls back to the built-in icon for %s", async (_what, broken) => {
    expect(await middleOf(await drawHomeIcon("apple-touch-icon.png", broken, cyan))).toEqual([
      34, 211, 238,
    ]);
  });

  it("the touch icon accepts an icon of any declared size", async () => {
    const large = svg('width="20000" height="20000" viewBox="0 0 24 24"', "#ff0000");
    expect(await middleOf(await drawHomeIcon("apple-touch-icon.png", large, cyan))).toEqual([
      255, 0, 0,
    ]);
  });
});
