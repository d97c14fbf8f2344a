import { scrollerOf } from "./board-elements.ts";

/**
 * Distance from an edge in pixels within which the pointer scrolls, and the maximum step per frame.
 */
const EDGE = 56;
const FASTEST = 20;

/** Number of frames after which the speed has doubled, and the maximum factor, for long lists. */
const SPEED_UP_FRAMES = 45;
const SPEED_UP_MOST = 5;

/**
 * Scrolls one frame for a pointer at this position: the element under it, or the page.
 *
 * @param frames number of consecutive frames scrolled so far.
 * @returns whether it scrolled.
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

/** The step grows toward the edge. */
export function stepAt(y: number, top: number, bottom: number): number {
  const above = top + EDGE - y;
  const below = y - (bottom - EDGE);
  if (above > 0) return -Math.ceil((Math.min(above, EDGE) / EDGE) * FASTEST);
  if (below > 0) return Math.ceil((Math.min(below, EDGE) / EDGE) * FASTEST);
  return 0;
}
