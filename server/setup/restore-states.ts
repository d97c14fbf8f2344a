import { z } from "zod";
import type { RestoreState } from "../../shared/restore.ts";
import type { DatabaseSession } from "../database/session.ts";

export interface RestoreStates {
  /** Tells every server. */
  report(id: string, state: RestoreState): void;
  find(id: string): RestoreState;
  close(): void;
}

/**
 * The states of the latest restores, by the id that the page chose. A page asks for them with other
 * requests than the one that restores, and those may reach another server: a proxy that stores a
 * request before it passes it on, or its answer, hides the progress, and a connection that breaks
 * after the last byte would hide the outcome.
 */
export function createRestoreStates(session: DatabaseSession): RestoreStates {
  const known = new Map<string, { state: RestoreState; own: boolean }>();
  const keep = (id: string, state: RestoreState, own: boolean) => {
    known.delete(id);
    known.set(id, { state, own });
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  };
  const stopListening = session.listen(CHANNEL, (payload) => {
    const { id, state } = messageSchema.parse(JSON.parse(payload));
    // The server that restores is ahead of its own messages.
    if (!known.get(id)?.own) keep(id, state as RestoreState, false);
  });

  return {
    report(id, state) {
      keep(id, state, true);
      // Without the database, no restore can be running either.
      session.notify(CHANNEL, JSON.stringify({ id, state })).catch(() => {});
    },
    find: (id) => known.get(id)?.state ?? { state: "unknown" },
    close: stopListening,
  };
}

const CHANNEL = "setup_restore";

/** One restore runs at a time; the others are earlier attempts. */
const KEPT = 20;

const messageSchema = z.object({ id: z.string(), state: z.looseObject({ state: z.string() }) });
