/**
 * Runs one task at a time. A task whose signal is aborted before its turn is rejected, so that of
 * several searches that wait for one, only the latest is run.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const turn = last.then(() => {
      signal.throwIfAborted();
      return task();
    });
    last = turn.catch(() => {});
    return turn;
  };
}
