/** Pixels per millisecond the page scrolls at most while a person looks at single tiles. */
const READABLE = 2;

/** Milliseconds without faster scrolling after which a person looks at what is shown. */
const REST_MS = 80;

const waiting = new Set<() => void>();
let last = { top: 0, at: 0 };
let rest: ReturnType<typeof setTimeout> | undefined;
let frame = 0;

/**
 * Runs a work at once, or, while the page scrolls too fast to look at single tiles, when it has
 * slowed down.
 * @returns cancels it before that.
 */
export function whenReadable(work: () => void): () => void {
  if (rest === undefined) work();
  else waiting.add(work);
  return () => waiting.delete(work);
}

function onScroll(): void {
  const now = { top: scrollY, at: performance.now() };
  // Time since the last event; after a pause the list did not move all the time.
  const elapsed = Math.min(Math.max(now.at - last.at, 1), REST_MS);
  const speed = Math.abs(now.top - last.top) / elapsed;
  last = now;
  if (speed <= READABLE) return;
  clearTimeout(rest);
  cancelAnimationFrame(frame);
  // Frames may take longer than that; the next one first tells whether the page has moved.
  rest = setTimeout(() => {
    frame = requestAnimationFrame(onRest);
  }, REST_MS);
}

function onRest(): void {
  rest = undefined;
  const works = [...waiting];
  waiting.clear();
  for (const work of works) work();
}

// Before the list's own listener, which renders tiles.
addEventListener("scroll", onScroll, { passive: true });
