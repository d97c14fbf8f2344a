import { initialOf } from "../lib/initial.ts";
import { seededNumbers } from "../lib/seeded.ts";

/**
 * A portrait generated deterministically from a name: the initial before a mirrored pattern of 7 by
 * 7 cells, which fits in a circle.
 */
export function GeneratedPortrait({ name, label }: { name: string; label?: string }) {
  return (
    <svg
      className="generated"
      viewBox="-1.6 -1.6 10.2 10.2"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label ?? (name ? `Portrait of ${name}` : "Portrait")}
    >
      <path d={mirroredFields(name)} fill="currentColor" opacity=".16" />
      <text
        x="3.5"
        y="5.1"
        fontSize="4.6"
        fontWeight="600"
        textAnchor="middle"
        className="generated-initial"
      >
        {initialOf(name)}
      </text>
    </svg>
  );
}

/** The cells as one path; the seed determines the left half, which the right half mirrors. */
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
