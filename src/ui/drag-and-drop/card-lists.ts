/** A list of the board. Its cards are those that are shown, from top to bottom, drawn or not. */
export interface CardList {
  id: string;
  name: string;
  /** Their ids. */
  cards: readonly string[];
}

/** A place among the shown cards of a list. */
export interface Place {
  list: string;
  index: number;
}

/** The cards of a list without the dragged one. */
export function cardsOf(lists: readonly CardList[], list: string, without: string): string[] {
  const cards = lists.find(({ id }) => id === list)?.cards ?? [];
  return cards.filter((card) => card !== without);
}

/** Where the card stands; null when it is not shown. Also where it would go to stay there. */
export function placeOf(lists: readonly CardList[], card: string): Place | null {
  for (const { id: list, cards } of lists) {
    const index = cards.indexOf(card);
    if (index >= 0) return { list, index };
  }
  return null;
}
