import { scrollerOf } from "./board-elements.ts";

/** Pixels from an edge within which it scrolls, and the most it scrolls per frame. */
const EDGE = 56;
const FASTEST = 20;

/** So many frames of scrolling make it as fast again, up to so many times: long lists have far ends. */
const SPEED_UP_FRAMES = 45;
const SPEED_UP_MOST = 5;

/**
 * One frame's scrolling while something is held at this point: of what lies there, else of the page.
 *
 * @param frames how many frames it has scrolled so far without a rest.
 * @returns whether it has scrolled.
 */
export function scrollAt(x: number, y: number, frames: number): boolean {
  const speed = Math.min(1 + frames / SPEED_UP_FRAMES, SPEED_UP_MOST);
  const scroller = scrollerOf(document.elementFromPoint(x, y));
  if (scroller && scroller !== document.documentElement && scroller !== document.body) {
    const { top, bottom } = scroller.getBoundingClientRect();
    const before = scroller.scrollTop;
    scroller.scrollTop += speed * stepAt(y, Math.max(top, 0), Math.min(bottom, innerHeight));
    if (scroller.scrollTop !== before) return true;
  }
  const before = scrollY;
  const step = speed * stepAt(y, 0, innerHeight);
  if (step !== 0) scrollBy({ top: step, behavior: "instant" });
  return scrollY !== before;
}

/** Faster the nearer to the edge. */
export function stepAt(y: number, top: number, bottom: number): number {
  const above = top + EDGE - y;
  const below = y - (bottom - EDGE);
  if (above > 0) return -Math.ceil((Math.min(above, EDGE) / EDGE) * FASTEST);
  if (below > 0) return Math.ceil((Math.min(below, EDGE) / EDGE) * FASTEST);
  return 0;
}
