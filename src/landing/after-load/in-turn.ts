/** Milliseconds before each item: long enough for a frame in between, also on a slow phone. */
const PAUSE_MS = 50;

/** Calls `act` for each item in a separate task, so that a slow phone can paint in between. */
export function inTurn<T>([item, ...others]: Iterable<T>, act: (item: T) => void): void {
  if (item === undefined) return;
  setTimeout(() => {
    act(item);
    inTurn(others, act);
  }, PAUSE_MS);
}
