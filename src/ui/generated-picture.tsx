import { initialOf } from "../lib/initial.ts";
import { seededNumbers } from "../lib/seeded.ts";

/** Placeholder for a missing picture, 8 by 5: one of four drawings, and the name's initial. */
export function GeneratedPicture({ name, label }: { name: string; label?: string }) {
  return (
    <svg
      className="generated"
      viewBox="0 0 80 50"
      role="img"
      aria-label={label ?? `${name} (no picture)`}
    >
      <path d={drawing(name)} fill="none" stroke="currentColor" strokeWidth=".3" />
      <text x="5" y="44" fontSize="26" fontWeight="600" className="generated-initial">
        {initialOf(name)}
      </text>
    </svg>
  );
}

/** A drawing in an area of 80 by 50, as one path; the seed determines its kind and shape. */
export function drawing(seed: string): string {
  const next = seededNumbers(seed);
  const kinds = [contours, rings, slopes, steps];
  return kinds[Math.floor(next() * kinds.length)]?.(next) ?? "";
}

type Draw = (next: () => number) => string;

/** Wavy lines across the whole width. */
const contours: Draw = (next) => {
  const phase = next() * 6;
  const bend = 0.6 + next();
  let path = "";
  for (let line = 0; line < 9; line += 1) {
    for (let x = 0; x <= 80; x += 5) {
      const wave = Math.sin(x / 16 + phase + (line * bend) / 3) * (2 + line * bend * 0.6);
      path += `${x === 0 ? "M" : "L"}${x} ${(5 + line * 5 + wave).toFixed(1)}`;
    }
  }
  return path;
};

/** Circles around a point in the right half. */
const rings: Draw = (next) => {
  const x = Math.round(45 + next() * 30);
  const y = Math.round(5 + next() * 40);
  const gap = 3 + next() * 3;
  return repeat(12, (at) => {
    const radius = (gap * (at + 1)).toFixed(1);
    return `M${x} ${y}m-${radius} 0a${radius} ${radius} 0 1 0 ${2 * Number(radius)} 0a${radius} ${radius} 0 1 0-${2 * Number(radius)} 0`;
  });
};

/** Parallel slanted lines whose distance grows. */
const slopes: Draw = (next) => {
  const slant = Math.round((next() - 0.5) * 80);
  const growth = 1.02 + next() * 0.06;
  let x = -40;
  return repeat(34, (at) => {
    x += 2 * growth ** at;
    return `M${x.toFixed(1)} 0l${slant} 50`;
  });
};

/** Columns of squares beside the initial, with random heights. */
const steps: Draw = (next) =>
  repeat(10, (column) =>
    repeat(1 + Math.floor(next() * 9), (row) => `M${column * 5 + 29} ${46 - row * 5}h3v3h-3z`),
  );

function repeat(count: number, part: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => part(at)).join("");
}
