/** The median; for an even number of values, the upper of the two middle ones. NaN when empty. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The median of the results of this many sequential runs; each run gets its index. */
export async function medianOf(
  runs: number,
  act: (run: number) => Promise<number>,
): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < runs; run += 1) values.push(await act(run));
  return median(values);
}

/** The duration of `act` in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}
