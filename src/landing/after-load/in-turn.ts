/** Milliseconds before each item: long enough for a frame in between, also on a slow phone. */
const PAUSE_MS = 50;

/**
 * Acts on one item after the other, each in a task of its own, so that a slow phone can paint and
 * answer its visitor in between.
 */
export function inTurn<T>([item, ...others]: Iterable<T>, act: (item: T) => void): void {
  if (item === undefined) return;
  setTimeout(() => {
    act(item);
    inTurn(others, act);
  }, PAUSE_MS);
}
