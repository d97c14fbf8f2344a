import { seededNumbers } from "../lib/seeded.ts";

/** A square portrait drawn from a name: a mirrored pattern of 7 by 7 fields, always the same for it. */
export function GeneratedPortrait({ name }: { name: string }) {
  return (
    <svg className="generated" viewBox="-1 -1 9 9" role="img" aria-label={`Portrait of ${name}`}>
      <path d={mirroredFields(name)} fill="currentColor" />
    </svg>
  );
}

/** The fields of the pattern as one path: the left half is chosen by the seed, the right mirrors it. */
export function mirroredFields(seed: string): string {
  const next = seededNumbers(seed);
  let path = "";
  for (let y = 0; y < 7; y += 1) {
    for (let x = 0; x < 4; x += 1) {
      if (next() < 0.5) continue;
      path += `M${x} ${y}h1v1h-1z`;
      if (x < 3) path += `M${6 - x} ${y}h1v1h-1z`;
    }
  }
  return path;
}
