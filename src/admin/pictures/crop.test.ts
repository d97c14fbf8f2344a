import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fileWidths,
  namedFile,
  pictureStem,
  readPictureFiles,
} from "../../content/picture-files.ts";
import { stepsOf, storedSize } from "../projects/picture/upload-picture.ts";
import { areaOf, firstCrop } from "./crop.ts";
import { fillingPart } from "./crop-previews.tsx";

const length = fc.integer({ min: 1, max: 12_000 });

describe("the crop of a picture", () => {
  it("the crop of a picture is at first as wide as the picture or a share of it, in the middle", () => {
    const first = (width: number, height: number, aspect: number | null, share?: number) =>
      areaOf(firstCrop({ width, height }, aspect, share), { width, height });
    expect(first(1600, 1200, 8 / 5)).toEqual({ x: 0, y: 100, width: 1600, height: 1000 });
    expect(first(3000, 1000, 1)).toEqual({ x: 1000, y: 0, width: 1000, height: 1000 });
    expect(first(31, 77, null)).toEqual({ x: 0, y: 0, width: 31, height: 77 });
    expect(first(1000, 1500, 1, 90)).toEqual({ x: 50, y: 300, width: 900, height: 900 });
    expect(first(3000, 1000, 1, 90)).toEqual({ x: 1000, y: 0, width: 1000, height: 1000 });
  });

  it("the crop of a picture lies inside the picture, in whole pixels, for any values", () => {
    const percent = fc.double({ min: -20, max: 140, noNaN: true });
    const crop = fc.record({ x: percent, y: percent, width: percent, height: percent });
    fc.assert(
      fc.property(crop, length, length, (fractions, width, height) => {
        const area = areaOf({ unit: "%", ...fractions }, { width, height });
        expect(Object.values(area).every(Number.isInteger)).toBe(true);
        expect(Math.min(area.x, area.y)).toBeGreaterThanOrEqual(0);
        expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(1);
        expect(area.x + area.width).toBeLessThanOrEqual(width);
        expect(area.y + area.height).toBeLessThanOrEqual(height);
      }),
    );
  });

  it("each place on the page shows the middle of the crop, in the place's shape", () => {
    const area = { x: 100, y: 50, width: 400, height: 400 };
    expect(fillingPart(area, 4 / 5)).toEqual({ x: 140, y: 50, width: 320, height: 400 });
    expect(fillingPart(area, 2)).toEqual({ x: 100, y: 150, width: 400, height: 200 });
    expect(fillingPart(area, 1)).toEqual(area);
  });

  it("the crop of a picture is stored in files whose names the page can parse, never enlarged", () => {
    fc.assert(
      fc.property(length, length, fc.boolean(), (width, height, avif) => {
        const size = storedSize({ width, height });
        expect(size.width).toBeLessThanOrEqual(Math.min(width, 1600));
        expect(size.height).toBeLessThanOrEqual(Math.min(height, 2400));
        const stem = pictureStem("mk1a", size.width, size.height, avif);
        const files = { stem, ...size, avif, format: "webp" as const };
        const bucket = "/storage/v1/object/public/profile-pictures";
        const address = `${bucket}/${namedFile(files)}`;
        expect(readPictureFiles(address)).toEqual({ ...files, stem: `${bucket}/${stem}` });
        const widths = fileWidths(size.width);
        expect(widths.at(-1)).toBe(size.width);
        expect(widths.some((one) => address.endsWith(`-${one}.webp`))).toBe(true);
      }),
    );
  });
});

it("the progress of an upload ends at 1 when fewer steps follow than expected", () => {
  const shares: number[] = [];
  const steps = stepsOf(9, (share) => shares.push(share));
  steps.complete();
  steps.remain(3);
  steps.share(0.5);
  for (let step = 0; step < 3; step += 1) steps.complete();
  expect(shares).toEqual([1 / 9, 1.5 / 4, 2 / 4, 3 / 4, 1]);
});
