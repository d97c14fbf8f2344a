import type { Database, Tables } from "../../../shared/database.types.ts";

export type Message = Tables<"messages">;

/** A message in the list: only the start of its text. */
export type ListedMessage = Omit<
  Database["public"]["Functions"]["list_messages"]["Returns"][number],
  "replied_at"
> &
  // The generated type of a function's column is never null.
  Pick<Message, "replied_at">;
