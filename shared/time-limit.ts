/**
 * The outcome of `work`, or of `onLate` if it takes longer than `milliseconds`. Late work is not
 * aborted, and its outcome, including failures, is ignored.
 */
export async function withTimeLimit<T, Late>(
  work: Promise<T>,
  milliseconds: number,
  onLate: () => Late,
): Promise<T | Awaited<Late>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds), LATE);
  });
  try {
    const outcome = await Promise.race([work, late]);
    return outcome === LATE ? await onLate() : outcome;
  } finally {
    clearTimeout(timer);
  }
}

const LATE = Symbol("late");
