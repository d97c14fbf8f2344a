import { drawnItems, idOf } from "./board-elements.ts";
import { type CardList, placeOf } from "./card-lists.ts";

/**
 * The card an arrow key, Home or End moves to: up and down within the list, sideways to the card
 * nearest in height in the next list with rendered cards.
 *
 * @returns its id, rendered or not; null when there is none in that direction.
 */
export function nextCard(
  root: HTMLElement,
  lists: readonly CardList[],
  item: Element,
  key: string,
): string | null {
  const place = placeOf(lists, idOf(item));
  if (!place) return null;
  const at = lists.findIndex(({ id }) => id === place.list);
  const cards = lists[at]?.cards ?? [];
  if (key === "ArrowUp") return cards[place.index - 1] ?? null;
  if (key === "ArrowDown") return cards[place.index + 1] ?? null;
  if (key === "Home") return cards[0] ?? null;
  if (key === "End") return cards.at(-1) ?? null;
  const aside = { ArrowLeft: lists.slice(0, at).reverse(), ArrowRight: lists.slice(at + 1) }[key];
  for (const { id } of aside ?? []) {
    const beside = nearest(drawnItems(root, id, ""), item.getBoundingClientRect().top);
    if (beside) return idOf(beside);
  }
  return null;
}

function nearest(items: readonly HTMLElement[], top: number): HTMLElement | undefined {
  const far = (item: HTMLElement) => Math.abs(item.getBoundingClientRect().top - top);
  return items.toSorted((one, other) => far(one) - far(other))[0];
}
