import type { Database, Tables } from "../../lib/database.types.ts";

export type Message = Tables<"messages">;

/** A message in the list: only the start of its text. */
export type ListedMessage = Database["public"]["Functions"]["list_messages"]["Returns"][number];
