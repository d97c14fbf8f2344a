import type { CSSProperties } from "react";
import { Highlight } from "../../ui/highlight.tsx";

/** A tag; its color is derived from its name. */
export function TaskTag({ name, search = "" }: { name: string; search?: string }) {
  return (
    <span dir="auto" className="tag" style={{ "--hue": hueOf(name) } as CSSProperties}>
      <Highlight text={name} search={search} />
    </span>
  );
}

/** One of nine hues in degrees, always the same for a name. */
export function hueOf(name: string): number {
  // FNV-1a also distinguishes short words.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  return ((hash >>> 8) % 9) * 40;
}
