/** Milliseconds before each item: long enough for a frame in between, also on a slow phone. */
const PAUSE_MS = 50;

/** Calls `act` for `count` items at a time in separate tasks, so that a slow phone can paint in between. */
export function inTurn<T>(items: Iterable<T>, act: (item: T) => void, count = 1): void {
  const left = [...items];
  if (left.length === 0) return;
  setTimeout(() => {
    for (const item of left.splice(0, count)) act(item);
    inTurn(left, act, count);
  }, PAUSE_MS);
}
