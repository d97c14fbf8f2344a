/** Frames until all nearby cards are measured and the resulting shifts are rendered. */
const FRAMES = 12;

/**
 * Scrolls an element into view, and again while cards of a long list, whose heights are estimated
 * until rendered, push it away. Stops on any user input.
 *
 * @param find called in every frame; null while the element is not rendered.
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
    // Instant: the page's smooth scrolling would take longer than this loop.
    find()?.scrollIntoView({ block: "nearest", behavior: "instant" });
    requestAnimationFrame(() => step(left - 1));
  }
}
