/** True when the visitor prefers reduced motion, or when that is unknown. */
export function prefersLessMotion(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
}
