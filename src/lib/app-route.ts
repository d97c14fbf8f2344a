/**
 * True for the hash routes of the signed-in areas (`#/tradmin…`, `#/workspace…`).
 * Every other hash, known or not, belongs to the landing page.
 */
export function isAppRoute(hash: string): boolean {
  return /^#\/(?:tradmin|workspace)(?:[/?]|$)/.test(hash);
}
