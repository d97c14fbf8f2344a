import { z } from "zod";
import type { RestoreState } from "../../shared/restore.ts";
import type { DatabaseSession } from "../database/session.ts";

/**
 * The states of the latest restores, by an id that the page has chosen. The page polls them in
 * separate requests, which may reach another server. Polling is needed because a proxy that buffers
 * the request or its response hides the progress, and a connection that breaks after the last byte
 * would hide the outcome.
 */
export function createRestoreStates(session: DatabaseSession) {
  const known = new Map<string, { state: RestoreState; own: boolean }>();
  const keep = (id: string, state: RestoreState, own: boolean) => {
    known.delete(id);
    known.set(id, { state, own });
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  };
  const stopListening = session.listen(CHANNEL, (payload) => {
    const { id, state } = messageSchema.parse(JSON.parse(payload));
    // The restoring server ignores its own notifications, because its state is newer.
    if (!known.get(id)?.own) keep(id, state as RestoreState, false);
  });

  return {
    report(id: string, state: RestoreState) {
      keep(id, state, true);
      // Without the database, no restore can be running either.
      session.notify(CHANNEL, JSON.stringify({ id, state })).catch(() => {});
    },
    find: (id: string): RestoreState => known.get(id)?.state ?? { state: "unknown" },
    close: stopListening,
  };
}

const CHANNEL = "setup_restore";

/** One restore runs at a time; the other states belong to earlier attempts. */
const KEPT = 20;

const messageSchema = z.object({ id: z.string(), state: z.looseObject({ state: z.string() }) });
