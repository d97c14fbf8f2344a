/**
 * Runs one task at a time. A task that is aborted before its turn is rejected, so that only the
 * latest of several waiting searches runs.
 */
export class Turns {
  #last: Promise<unknown> = NONE;

  take<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const turn = this.#last.then(() => {
      signal.throwIfAborted();
      return task();
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Waits until no task has run or followed for this many milliseconds. Never fails. */
  async rested(pauseMs: number): Promise<void> {
    while (this.#last !== NONE) {
      const last = this.#last;
      await last;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (this.#last === last) this.#last = NONE;
    }
  }
}

/** Predecessor of the first task. */
const NONE = Promise.resolve();
