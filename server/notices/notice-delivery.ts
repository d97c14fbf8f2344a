import type { NoticeSettings } from "../../supabase/functions/_shared/environment.ts";
import type {
  DeliveryInput,
  DeliverySetting,
} from "../../supabase/functions/send-notices/contract.ts";
import { createSecretBox } from "../auth/factors/secret-box.ts";
import type { Config } from "../config.ts";
import type { Sql } from "../database/connect.ts";
import { gatewayTable } from "../database/gateway-table.ts";
import type { ServerDeps } from "../deps.ts";
import { createMailDelivery } from "./mail-delivery.ts";
import { defaultSender, type MailServer } from "./mail-server.ts";

/** Delivery of notices, as set by the server's variables or else by the owner in the panel. */
export interface NoticeDelivery {
  /** Returns the current settings, which another server may have changed. */
  settings(): Promise<NoticeSettings>;
  /** Returns the settings without secrets. */
  describe(): Promise<DeliverySetting>;
  /**
   * Replaces the panel's settings; null removes them. All servers use them for the next notice.
   * @returns the name of a missing value, if any.
   */
  save(input: DeliveryInput | null): Promise<Missing | null>;
  /** Tells the database how notices are delivered; without a transport, none are queued. */
  register(): Promise<void>;
}

type Stored = NonNullable<Config["notices"]>;

/** @param origin the site's origin, for links. */
export function openNoticeDelivery({
  config,
  database: { sql },
  log,
  origin,
  secrets,
}: Pick<ServerDeps, "config" | "database" | "log" | "origin" | "secrets">): NoticeDelivery {
  const ready = gatewayTable(sql, "notice_delivery", COLUMNS);
  const box = createSecretBox(secrets.jwtSecret);

  async function current(): Promise<Stored | null> {
    if (config.notices) return config.notices;
    await ready();
    const [row] = await sql<{ sealed: string }[]>`select sealed from gateway.notice_delivery`;
    const opened = row && box.open(row.sealed, PURPOSE);
    return opened ? JSON.parse(opened) : null;
  }

  return {
    async settings() {
      const stored = await current();
      return {
        siteUrl: origin,
        mail:
          stored && "mail" in stored
            ? createMailDelivery(stored.mail, config.smtpMayLackTls)
            : null,
        webhook: stored && "webhook" in stored ? stored.webhook : null,
        fromPanel: config.notices === null,
        testPushOrigin: config.testPushOrigin,
      };
    },
    async describe() {
      return { isFixed: config.notices !== null, ...describe(await current()) };
    },
    async save(input) {
      const next = input && complete(input, await current());
      if (typeof next === "string") return next;
      await ready();
      await sql.begin(async (tx) => {
        await tx`delete from gateway.notice_delivery where only_row`;
        if (next) {
          await tx`insert into gateway.notice_delivery (sealed)
            values (${box.seal(JSON.stringify(next), PURPOSE)})`;
        }
        const [transport, recipient] = senderOf(next);
        await tx`select public.register_notice_sender(${transport}, ${recipient})`;
        // Notices that wait because the old settings failed are sent at once.
        await tx`update private.notices set due_at = now()
          where sent_at is null and handover_at is null and gave_up_at is null`;
        await tx`select pg_notify('notices', '')`;
      });
      return null;
    },
    async register() {
      const stored = await current();
      if (!stored && (await hasRow(sql))) {
        log.error("The notice settings of the panel need other keys. Enter them there again.");
      }
      const [transport, recipient] = senderOf(stored);
      await sql`select public.register_notice_sender(${transport}, ${recipient})`;
    },
  };
}

async function hasRow(sql: Sql): Promise<boolean> {
  const rows = await sql`select from gateway.notice_delivery`;
  return rows.length > 0;
}

/** The transport, and the recipient's address or host, in the form that the outbox stores. */
function senderOf(stored: Stored | null): [transport: string | null, recipient: string | null] {
  if (!stored) return [null, null];
  if ("mail" in stored) return ["mail", stored.mail.to];
  return ["webhook", new URL(stored.webhook.url).host];
}

function describe(stored: Stored | null): Pick<DeliverySetting, "mail" | "webhook"> {
  if (!stored) return { mail: null, webhook: null };
  if ("webhook" in stored) {
    return { mail: null, webhook: { host: new URL(stored.webhook.url).host } };
  }
  const { server, to, from } = stored.mail;
  const { host, port, secure, auth } = server;
  const user = auth?.user ?? "";
  return {
    mail: { host, port, secure, user, hasPassword: auth !== null, to, from },
    webhook: null,
  };
}

/**
 * Merges the stored secrets into the owner's input.
 * @returns the name of a missing value, if any.
 */
function complete(input: DeliveryInput, stored: Stored | null): Stored | Missing {
  if (input.transport === "mail") {
    return completeMail(input, stored && "mail" in stored ? stored.mail.server : null);
  }
  const before = stored && "webhook" in stored ? stored.webhook : null;
  const url = input.url || before?.url;
  const secret = input.secret || before?.secret;
  if (!url) return "url";
  return secret ? { webhook: { url, secret } } : "secret";
}

type Missing = "password" | "url" | "secret";

function completeMail(
  { host, port, secure, user, serverPassword, to, from }: MailInput,
  before: MailServer | null,
): Stored | Missing {
  // A stored password is only used for the server and user that it was entered for.
  const isSame = before?.host === host && before.port === port && before.auth?.user === user;
  const pass = serverPassword || (isSame ? before.auth?.pass : "");
  if (user && !pass) return "password";
  const server = { host, port, secure, auth: user && pass ? { user, pass } : null };
  return { mail: { server, to, from: from || defaultSender(server, to) } };
}

type MailInput = Extract<DeliveryInput, { transport: "mail" }>;

/** A table with a single row. `sealed` is JSON, encrypted with a key of the site. */
const COLUMNS = `only_row boolean primary key default true check (only_row),
  sealed text not null`;

const PURPOSE = "notice delivery";
