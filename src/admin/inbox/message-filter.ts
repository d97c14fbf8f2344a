import type { Tables } from "../../../shared/database.types.ts";

/** Filters of the inbox with their labels. */
export const messageFilters = { unread: "Unread", replied: "Replied" } as const;

export type MessageFilter = keyof typeof messageFilters;

/**
 * The search for a filter and a text. The filter is a word of it: every function of the database
 * that takes a search knows it, so reading, counting, marking, deleting and exporting agree.
 */
export function searchFor(filter: MessageFilter | null, text: string): string {
  return filter ? `is:${filter} ${text}`.trim() : text;
}

/** Whether a message has the marks that a search asks for; as `private.message_condition`. */
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
