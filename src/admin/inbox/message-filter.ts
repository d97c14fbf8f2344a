import type { Tables } from "../../../shared/database.types.ts";

export const messageFilters = { unread: "Unread", replied: "Replied" } as const;

export type MessageFilter = keyof typeof messageFilters;

/**
 * The search text for a filter and words. The filter is one of the words, so that all database
 * functions that take a search apply it to reading, counting, marking, deleting and exporting.
 */
export function searchFor(filter: MessageFilter | null, text: string): string {
  return filter ? `is:${filter} ${text}`.trim() : text;
}

/** Whether a message has the state that a search requires, as in `private.message_condition`. */
export function hasMarksOf(
  search: string,
  { is_read, replied_at }: Pick<Tables<"messages">, "is_read" | "replied_at">,
): boolean {
  const words = search.toLowerCase().split(/\s+/);
  return (
    !(words.includes(searchFor("unread", "")) && is_read) &&
    !(words.includes(searchFor("replied", "")) && replied_at === null)
  );
}
