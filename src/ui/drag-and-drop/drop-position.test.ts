import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropPosition } from "./drop-position.ts";

const place = (y: number, midpoints: number[]) =>
  dropPosition(y, midpoints.length, (index) => midpoints[index] ?? Number.NaN);

describe("dropPosition", () => {
  it("dropPosition is before the first midpoint below the pointer, for any number of cards", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 500 }), { maxLength: 40 }),
        fc.integer({ min: -600, max: 600 }),
        (numbers, y) => {
          const midpoints = numbers.sort((one, other) => one - other);
          const first = midpoints.findIndex((midpoint) => y < midpoint);
          expect(place(y, midpoints)).toBe(first < 0 ? midpoints.length : first);
        },
      ),
    );
  });

  it("dropPosition measures few of many cards", () => {
    let asked = 0;
    const midpointOf = (index: number) => {
      asked += 1;
      return index * 80;
    };
    expect(dropPosition(52_345, 2000, midpointOf)).toBe(655);
    expect(asked).toBeLessThan(13);
  });
});
