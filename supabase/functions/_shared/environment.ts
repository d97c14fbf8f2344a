/** A function's environment: from Deno's variables or, on our own host, from the gateway. */
export interface FunctionEnvironment {
  /** Base URL of the Data API and auth, without a trailing slash. */
  supabaseUrl: string;
  /** The key that bypasses every policy. Never part of a response. */
  secretKey: string;
  /** Calls the backend on the visitor's behalf, so that limits count the visitor's address. */
  fetch: typeof globalThis.fetch;
  /** The visitor's address, for limits; `unknown` without one. */
  visitor: string;
  /** Source of the Notion notes; null where a value is not set. */
  notion: { token: string | null; databaseId: string | null; baseUrl: string | null };
  /** Where notices to the owner and reminders are sent. */
  notices: NoticeSettings;
}

export interface NoticeSettings {
  /** The site's public address for links, without a trailing slash; null when unknown. */
  siteUrl: string | null;
  /** Sends mail; null without a mail server, as in every function on Supabase. */
  mail: DeliverNotice | null;
  /** An address and a secret that follow Standard Webhooks; used without a mail server. */
  webhook: { url: string; secret: string } | null;
  /** Whether the owner chose the receiver, instead of the operator of the server. */
  fromPanel?: boolean;
  /** A push service of tests, on the loopback interface, besides those of the browsers. */
  testPushOrigin: string | null;
}

/** The text of a notice, for a mail or a webhook. */
export interface NoticeText {
  /** Id of the notice, the same for every attempt. */
  id: string;
  /** Cause of the notice, or `summary`. */
  cause: string;
  /** Subject without any text of a visitor. */
  subject: string;
  /** Plain text; quotes are texts of a visitor or another program. */
  blocks: readonly { kind: "text" | "quote"; text: string }[];
  link: { label: string; url: string } | null;
  /** Address for replies, checked to be a single address. */
  replyTo: string | null;
  /** Recipient of the mail in place of the owner. */
  to?: string;
}

/**
 * Sends a notice once. Never rejects.
 * @param handOver to await right before the receiver can finally accept the notice; when it
 * rejects, the notice must not be sent. Not needed for a receiver that recognizes repeated ids.
 */
export type DeliverNotice = (
  notice: NoticeText,
  handOver: () => Promise<void>,
) => Promise<Delivery>;

/**
 * `unknown` if the notice may have been accepted. The error is the receiver's own, unless the
 * receiver was not reached or is not a valid one.
 */
export type Delivery =
  | { outcome: "sent" }
  | { outcome: "failed" | "unknown"; error: string; unreached?: boolean };

/** A Web-standard request handler. */
export type FunctionHandler = (request: Request) => Promise<Response>;
