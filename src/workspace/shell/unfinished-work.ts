/** How long leaving waits for what is still being saved; it is on the device as well by then. */
const PATIENCE_MS = 3_000;

const works = new Set<() => Promise<void>>();
const questions = new Set<() => boolean>();

/**
 * Has `finish` run before the workspace user logs out, while the session still stands: a screen that
 * saves with a delay sends here what it still holds. Returns the way to take it back, fit to be an
 * effect's clean-up. What fails or takes too long does not hold anybody back.
 */
export function beforeSignOut(finish: () => Promise<void>): () => void {
  works.add(finish);
  return () => works.delete(finish);
}

/**
 * Has `ask` decide, before the workspace user logs out, whether they may: for what would be lost and
 * cannot be finished in a moment. Returns the way to take it back.
 */
export function askBeforeSignOut(ask: () => boolean): () => void {
  questions.add(ask);
  return () => questions.delete(ask);
}

/** Whether nothing stands in the way of logging out, or its owner agrees. */
export function maySignOut(): boolean {
  return [...questions].every((ask) => ask());
}

/** Runs everything that asked to be run; never fails. */
export async function finishWork(): Promise<void> {
  if (works.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([Promise.allSettled([...works].map(async (finish) => finish())), late]);
  clearTimeout(timer);
}
