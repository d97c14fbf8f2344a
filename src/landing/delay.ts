import type { CSSProperties } from "react";

/** Gives an element its place in a row of delayed fade-ins; the styles hold the milliseconds. */
export function delayed(index: number): CSSProperties {
  return { "--i": index } as CSSProperties;
}
