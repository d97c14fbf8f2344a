/** Maximum scroll speed, in pixels per millisecond, at which single tiles can be recognized. */
const READABLE = 2;

/** Milliseconds without faster scrolling after which thumbnails are loaded. */
const REST_MS = 80;

const waiting = new Set<() => void>();
let last = { top: 0, at: 0 };
let rest: ReturnType<typeof setTimeout> | undefined;
let frame = 0;

/**
 * Runs a task at once or, while the page scrolls too fast to recognize single tiles, once it slows
 * down.
 * @returns a function that cancels the task before it runs.
 */
export function whenReadable(work: () => void): () => void {
  if (rest === undefined) work();
  else waiting.add(work);
  return () => waiting.delete(work);
}

function onScroll(): void {
  const now = { top: scrollY, at: performance.now() };
  // Milliseconds since the last event, capped, because the list rests during a pause.
  const elapsed = Math.min(Math.max(now.at - last.at, 1), REST_MS);
  const speed = Math.abs(now.top - last.top) / elapsed;
  last = now;
  if (speed <= READABLE) return;
  clearTimeout(rest);
  cancelAnimationFrame(frame);
  // A frame may take longer, so the tasks wait for the next one, whose scroll event cancels them.
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

// Registered before the list's own listener, which renders tiles.
addEventListener("scroll", onScroll, { passive: true });
