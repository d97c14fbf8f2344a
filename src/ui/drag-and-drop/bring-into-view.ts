/** Frames until all cards around have been measured, and what moves them has been drawn. */
const FRAMES = 12;

/**
 * Scrolls to an element as far as needed, and again while the cards of a long list, whose heights
 * are guessed until they are drawn, push it away.
 *
 * @param find asked in every frame; null while the element is not drawn.
 */
export function bringIntoView(find: () => Element | null): void {
  let left = FRAMES;
  step();

  function step() {
    find()?.scrollIntoView({ block: "nearest" });
    left -= 1;
    if (left > 0) requestAnimationFrame(step);
  }
}
