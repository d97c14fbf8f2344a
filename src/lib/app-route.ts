/**
 * True for the hash routes of the signed-in areas (`#/tradmin…`, `#/workspace…`). All other hashes,
 * except those of links, belong to the landing page.
 */
export function isAppRoute(hash: string): boolean {
  return /^#\/(?:tradmin|workspace)(?:[/?]|$)/.test(hash);
}

/** True for links that show files (`#/share/<token>`) or receive them (`#/send/<token>`). */
export function isShareRoute(hash: string): boolean {
  return /^#\/(?:share|send)\//.test(hash);
}
