import type { NoticeSettings } from "../../supabase/functions/_shared/environment.ts";
import { createHandler } from "../../supabase/functions/send-notices/handler.ts";
import type { Config } from "../config.ts";
import type { ServerDeps } from "../deps.ts";
import type { Connection } from "../http/visitor-address.ts";
import { createMailDelivery } from "./mail-delivery.ts";

/**
 * Milliseconds between checks of the outbox, for retries; a new notice is sent at once.
 * @limit visitors: interval between two searches for notices to send again
 */
const NOTICE_TIMER_MS = 30_000;

export interface Notices {
  close(): Promise<void>;
}

interface NoticesOptions {
  settings: NoticeSettings;
  deps: Pick<ServerDeps, "config" | "database" | "log" | "origin" | "secrets">;
  /** The gateway's own fetch. */
  fetch(request: Request, connection: Connection): Promise<Response>;
}

/**
 * Sends the notices of the outbox (`private.notices`) while the server runs: at once when one is
 * queued, and on a timer those to be tried again. Several servers share the outbox.
 */
export async function startNotices({ deps, settings, fetch }: NoticesOptions): Promise<Notices> {
  const { config, database, log, origin, secrets } = deps;
  const handler = createHandler({
    supabaseUrl: origin,
    secretKey: secrets.secretKey,
    fetch: (input, init) => fetch(new Request(input, init), { address: "the server itself" }),
    notion: config.notion,
    notices: settings,
  });
  let closed = false;
  let running: Promise<void> | null = null;
  let wanted = false;

  await registerSender(deps);
  if (!config.notices) return { close: async () => {} };
  wake();
  const stopListening = database.session.listen("notices", wake, wake);
  const timer = setInterval(wake, NOTICE_TIMER_MS);
  timer.unref();

  /** A call while one is running makes it look once more. */
  function wake(): void {
    wanted = true;
    if (closed || running || !config.notices) return;
    running = send().finally(() => {
      running = null;
      if (wanted) wake();
    });
  }

  async function send(): Promise<void> {
    wanted = false;
    try {
      await handler(new Request(origin, { method: "POST", body: "{}" }));
    } catch (error) {
      // The database may be unavailable; the timer tries again.
      log.error("The notices could not be sent.", error);
    }
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

/** Without a mail server or webhook nothing is queued. */
async function registerSender({
  config,
  database: { sql },
}: NoticesOptions["deps"]): Promise<void> {
  const { notices } = config;
  const transport = notices && ("mail" in notices ? "mail" : "webhook");
  const recipient =
    notices && ("mail" in notices ? notices.mail.to : new URL(notices.webhook.url).host);
  await sql`select public.register_notice_sender(${transport}, ${recipient})`;
  // The embedded database has one server: what its last process had claimed can be sent at once.
  if (!config.databaseUrl) await sql`select public.release_notices()`;
}

/** What the function that sends notices needs to know. */
export function noticeSettings(notices: Config["notices"], siteUrl: string): NoticeSettings {
  return {
    siteUrl,
    mail: notices && "mail" in notices ? createMailDelivery(notices.mail) : null,
    webhook: notices && "webhook" in notices ? notices.webhook : null,
  };
}
