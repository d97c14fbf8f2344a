import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initialCrop, squareOf, storedSize } from "./crop.ts";

describe("the first crop", () => {
  it("is a centered square of 90 percent of the width", () => {
    expect(initialCrop(1000, 1500)).toEqual({ unit: "%", x: 5, y: 20, width: 90, height: 60 });
    expect(squareOf(initialCrop(1000, 1500), 1000, 1500)).toEqual({ x: 50, y: 300, size: 900 });
  });

  it("is as high as a wide picture allows", () => {
    expect(squareOf(initialCrop(3000, 1000), 3000, 1000)).toEqual({ x: 1000, y: 0, size: 1000 });
  });
});

describe("the square cut out", () => {
  it("lies inside the picture, in whole pixels, for any crop", () => {
    const percent = fc.double({ min: -20, max: 140, noNaN: true });
    const length = fc.integer({ min: 1, max: 12_000 });
    const crop = fc.record({ x: percent, y: percent, width: percent, height: percent });
    fc.assert(
      fc.property(crop, length, length, (fractions, width, height) => {
        const square = squareOf({ unit: "%", ...fractions }, width, height);
        expect(Object.values(square).every(Number.isInteger)).toBe(true);
        expect(square.size).toBeGreaterThanOrEqual(1);
        expect(Math.min(square.x, square.y)).toBeGreaterThanOrEqual(0);
        expect(square.x + square.size).toBeLessThanOrEqual(width);
        expect(square.y + square.size).toBeLessThanOrEqual(height);
      }),
    );
  });

  it("is scaled down for storing, never up", () => {
    expect(storedSize(5000)).toBe(1024);
    expect(storedSize(400)).toBe(400);
    expect(storedSize(1)).toBe(1);
  });
});
