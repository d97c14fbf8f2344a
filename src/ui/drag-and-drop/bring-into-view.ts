/** Frames until all cards around have been measured, and what moves them has been drawn. */
const FRAMES = 12;

/**
 * Scrolls to an element as far as needed, and again while the cards of a long list, whose heights
 * are guessed until they are drawn, push it away. Ends as soon as somebody does anything.
 *
 * @param find asked in every frame; null while the element is not drawn.
 */
export function bringIntoView(find: () => Element | null): void {
  const ended = new AbortController();
  for (const type of ["pointerdown", "wheel", "keydown"]) {
    addEventListener(type, () => ended.abort(), { capture: true, signal: ended.signal });
  }
  step(FRAMES);

  function step(left: number) {
    if (ended.signal.aborted) return;
    if (left === 0) return ended.abort();
    // At once: the page's own gentle scrolling would be on its way for longer than this lasts.
    find()?.scrollIntoView({ block: "nearest", behavior: "instant" });
    requestAnimationFrame(() => step(left - 1));
  }
}
