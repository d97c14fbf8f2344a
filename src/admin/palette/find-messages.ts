import { unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";

const MOST_MESSAGES = 8;

/** The newest messages whose sender or subject contains every word. */
export async function findMessages(search: string, signal: AbortSignal) {
  return await getClient("admin")
    .rpc("list_messages", { search, max_rows: MOST_MESSAGES })
    .abortSignal(signal)
    .then(unwrap);
}
