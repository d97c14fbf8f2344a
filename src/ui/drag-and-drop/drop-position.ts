/**
 * The place a drop takes in a column: before the first card whose vertical midpoint lies below it.
 *
 * @param y where it was dropped.
 * @param count how many cards stand there, the dropped one not counted.
 * @param midpointOf the vertical midpoint of a card; grows from card to card.
 * @returns 0 to `count`.
 */
export function dropPosition(
  y: number,
  count: number,
  midpointOf: (index: number) => number,
): number {
  let from = 0;
  let to = count;
  // Halving asks for about ten of a thousand midpoints, each of which has to be measured.
  while (from < to) {
    const middle = (from + to) >> 1;
    if (y < midpointOf(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
