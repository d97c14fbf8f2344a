/**
 * Runs one task at a time. A task whose signal is aborted before its turn is rejected, so that of
 * several searches that wait for one, only the latest is run.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const turn = this.#last.then(() => {
      signal.throwIfAborted();
      return task();
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Waits for the tasks so far. Never fails. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
