/** A list of the board with its visible cards from top to bottom, rendered or not. */
export interface CardList {
  id: string;
  name: string;
  cards: readonly string[];
}

/** A position among the visible cards of a list. */
export interface Place {
  list: string;
  index: number;
  /** Whether the card is over the list's tab instead of between its cards. */
  onTab?: boolean;
}

/** The cards of a list without the dragged one. */
export function cardsOf(lists: readonly CardList[], list: string, without: string): string[] {
  const cards = lists.find(({ id }) => id === list)?.cards ?? [];
  return cards.filter((card) => card !== without);
}

/** The card's position; null when it is not visible. Dropping it there leaves it in place. */
export function placeOf(lists: readonly CardList[], card: string): Place | null {
  for (const { id: list, cards } of lists) {
    const index = cards.indexOf(card);
    if (index >= 0) return { list, index };
  }
  return null;
}
