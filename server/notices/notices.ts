import { createHandler } from "../../supabase/functions/send-notices/handler.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import type { ServerDeps } from "../deps.ts";
import type { Connection } from "../http/visitor-address.ts";
import type { NoticeDelivery } from "./notice-delivery.ts";

/**
 * Milliseconds between checks of the outbox, for retries; a new notice is sent at once.
 * @limit visitors: interval between two searches for notices to send again
 */
const NOTICE_TIMER_MS = 30_000;

interface NoticesOptions {
  delivery: NoticeDelivery;
  deps: Pick<ServerDeps, "config" | "database" | "log" | "origin" | "secrets">;
  /** The gateway's own fetch. */
  fetch(request: Request, connection: Connection): Promise<Response>;
}

/**
 * Sends the notices of the outbox (`private.notices`) while the server runs: new ones at once, and
 * retries on a timer. Several servers share the outbox.
 */
export async function startNotices({ deps, delivery, fetch }: NoticesOptions) {
  const { config, database, log, origin, secrets } = deps;
  let closed = false;
  let running: Promise<void> | null = null;
  let wanted = false;

  await delivery.register();
  // The embedded database has one server, so notices claimed by its last process are free.
  if (!config.databaseUrl) await database.sql`select public.release_notices()`;
  wake();
  const stopListening = database.session.listen("notices", wake, wake);
  const timer = setInterval(wake, NOTICE_TIMER_MS);
  timer.unref();

  /** A call during a run makes the run check the outbox once more. */
  function wake(): void {
    wanted = true;
    if (closed || running) return;
    running = send().finally(() => {
      running = null;
      if (wanted) wake();
    });
  }

  async function send(): Promise<void> {
    wanted = false;
    try {
      const notices = await delivery.settings();
      if (!notices.mail && !notices.webhook && !(await isReminderDue())) return;
      const handler = createHandler({
        supabaseUrl: origin,
        secretKey: secrets.secretKey,
        fetch: (input, init) => fetch(new Request(input, init), { address: "the server itself" }),
        visitor: "the server itself",
        notion: config.notion,
        notices,
      });
      await handler(new Request(origin, { method: "POST", body: "{}" }));
    } catch (error) {
      // The timer retries. Other parts report that the database is unavailable.
      if (!isDatabaseAway(error)) log.error("The notices could not be sent.", error);
    }
  }

  async function isReminderDue(): Promise<boolean> {
    const due = await database.sql`select from private.due_reminders() limit 1`;
    return due.length > 0;
  }

  return {
    async close() {
      closed = true;
      clearInterval(timer);
      stopListening();
      await running;
    },
  };
}
