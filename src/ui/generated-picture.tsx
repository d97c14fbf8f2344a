import { seededNumbers } from "../lib/seeded.ts";

/** Placeholder for a missing picture, 8 by 5: contour lines generated from a name. */
export function GeneratedPicture({ name }: { name: string }) {
  return (
    <svg className="generated" viewBox="0 0 80 50" role="img" aria-label={`${name} (no picture)`}>
      <path d={contours(name)} fill="none" stroke="currentColor" strokeWidth=".25" />
    </svg>
  );
}

/** Nine wavy lines in an area of 80 by 50, as one path. */
export function contours(seed: string): string {
  const next = seededNumbers(seed);
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
}
