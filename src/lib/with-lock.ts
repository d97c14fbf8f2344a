/** Runs the task with the lock. Locks are missing on plain http, where it runs without one. */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  // `locks` is missing outside of secure contexts, although its type says otherwise.
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(name, work) : work());
}
