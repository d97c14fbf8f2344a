/**
 * The drop position in a column: before the first card whose vertical midpoint is below the
 * pointer.
 * ¶
 * @param y the pointer's vertical position.
 * @param count number of cards, without the dropped one.
 * @param midpointOf the vertical midpoint of a card; increases from card to card.
 * @returns 0 to `count`.
 */
export function dropPosition(
  y: number,
  count: number,
  midpointOf: (index: number) => number,
): number {
  let from = 0;
  let to = count;
  // Binary search, which measures about ten of a thousand midpoints.
  while (from < to) {
    const middle = (from + to) >> 1;
    if (y < midpointOf(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
