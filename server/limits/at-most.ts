/**
 * Limits how many tasks run at the same time; further ones wait for their turn, in the order they
 * arrive.
 */
export function atMost(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < most) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
