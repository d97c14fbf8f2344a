/**
 * Requests of visitors that start in one turn of the event loop.
 * @limit requests: visitors' requests that start in one turn of the event loop [requests]
 */
const VISITORS_PER_TURN = 16;

/** The same while the request of a signed-in person is running, each step of which takes a turn. */
const VISITORS_BESIDE_SIGNED_IN = 2;

/**
 * Divides the event loop between visitors and people who are signed in. Without it, a turn of the
 * loop handles a request of every connection, and a save or an upload, whose steps (a query, a
 * part of a file) need a turn each, waits for all visitors at each step. Visitors are answered in
 * order, and at the same rate.
 */
export function createAdmission() {
  const waiting: (() => void)[] = [];
  let signedInRunning = 0;
  let started = 0;
  const hasRoom = () =>
    started < (signedInRunning > 0 ? VISITORS_BESIDE_SIGNED_IN : VISITORS_PER_TURN);

  return {
    /** Starts the request of a signed-in person at once. */
    async signedIn<T>(answer: () => Promise<T>): Promise<T> {
      signedInRunning += 1;
      return answer().finally(() => {
        signedInRunning -= 1;
      });
    },
    /** Starts the request of a visitor after earlier ones, at once if few started in this turn. */
    async visitor<T>(answer: () => Promise<T>): Promise<T> {
      if (waiting.length > 0 || !hasRoom()) await new Promise<void>((start) => waiting.push(start));
      else countStart();
      return answer();
    },
  };

  function countStart() {
    if (started === 0) setImmediate(nextTurn);
    started += 1;
  }

  function nextTurn() {
    started = 0;
    while (waiting.length > 0 && hasRoom()) {
      countStart();
      waiting.shift()?.();
    }
  }
}
