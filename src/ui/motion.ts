/** True when the visitor asked for less motion, or when that cannot be known. */
export function prefersLessMotion(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
}
