import type { CSSProperties } from "react";

/** Sets an element's index in a sequence of delayed fade-ins; the styles define the delay. */
export function delayed(index: number): CSSProperties {
  return { "--i": index } as CSSProperties;
}
