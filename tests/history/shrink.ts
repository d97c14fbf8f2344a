import type { Schedule, Step } from "./schedule.ts";

/**
 * Finds a smaller schedule that still fails, by omitting ever smaller parts of the steps. The
 * others keep their numbers, tokens and choices.
 * @param runs maximum number of schedules to try.
 */
export async function shrink(
  schedule: Schedule,
  fails: (smaller: Schedule) => Promise<boolean>,
  runs: number,
): Promise<Schedule> {
  let smallest = schedule;
  let left = runs;
  let size = Math.ceil(schedule.rounds.length / 2);
  while (left > 0 && size > 0) {
    let isSmaller = false;
    for (let at = 0; at < smallest.rounds.length && left > 0; ) {
      const rounds: (readonly Step[])[] = smallest.rounds.filter(
        (_, index) => index < at || index >= at + size,
      );
      left -= 1;
      if (rounds.length < smallest.rounds.length && (await fails({ ...smallest, rounds }))) {
        smallest = { ...smallest, rounds };
        isSmaller = true;
      } else at += size;
    }
    if (!isSmaller || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return smallest;
}
