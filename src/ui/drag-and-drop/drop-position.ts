import { firstIndex } from "../../lib/first-index.ts";

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
  return firstIndex(count, (index) => y < midpointOf(index));
}
