import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { DeliverNotice, Delivery } from "../../supabase/functions/_shared/environment.ts";
import { composeMail } from "./compose-mail.ts";
import { type MailSettings, needsTls } from "./mail-server.ts";

/**
 * Maximum milliseconds for sending a mail; shorter than a claim in the outbox and a function's
 * timeout.
 * @limit visitors: sending one mail
 */
const MAIL_SEND_MS = 20_000;

/**
 * Sends notices by SMTP, each at most once. SMTP cannot detect a repeated mail, so `handOver` is
 * awaited right before the line that ends the mail: before that line, the server cannot have
 * accepted the mail; after it, the mail is not sent again unless the server refuses it.
 */
export function createMailDelivery(settings: MailSettings, mayLackTls: boolean): DeliverNotice {
  return async (notice, handOver) => {
    const addressed = { ...settings, to: notice.to ?? settings.to };
    const content = await composeMail(notice, addressed);
    let handedOver = false;
    const message = Readable.from(
      (async function* () {
        yield content;
        await handOver();
        handedOver = true;
      })(),
    );
    try {
      await send(addressed, message, mayLackTls);
      return { outcome: "sent" };
    } catch (error) {
      return failureOf(error as MailError, handedOver);
    } finally {
      message.destroy();
    }
  };
}

type MailError = Error & {
  code?: string;
  response?: string | false | undefined;
  responseCode?: number | undefined;
};

/** The server's own message if it answered. */
function failureOf(
  { code, message, response, responseCode }: MailError,
  handedOver: boolean,
): Delivery {
  const error = response ? `${message} (${response})` : message;
  return {
    outcome: handedOver && !responseCode ? "unknown" : "failed",
    error: code === "ETLS" && responseCode ? NO_TLS : oneLine(error),
    unreached: !responseCode,
  };
}

const NO_TLS =
  "The mail server offers no TLS. Use one that does, or have the server's variables allow it (FOYER_SMTP_TLS=optional).";

/** Opens a connection per mail, because notices are rare. */
async function send(
  { server, from, to }: MailSettings,
  message: Readable,
  mayLackTls: boolean,
): Promise<void> {
  const { auth, ...address } = server;
  const connection = new SMTPConnection({
    ...address,
    requireTLS: needsTls(server, mayLackTls),
    connectionTimeout: MAIL_SEND_MS,
    greetingTimeout: MAIL_SEND_MS,
    socketTimeout: MAIL_SEND_MS,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const within = new Error("The mail server did not answer in time.");
      timer = setTimeout(() => reject(within), MAIL_SEND_MS);
      connection.on("error", reject);
      connection.on("end", () => reject(new Error("The mail server closed the connection.")));
      message.on("error", reject);
      const step = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
      const hand = () =>
        connection.send({ from, to }, message, (error) => (error ? reject(error) : resolve()));
      connection.connect(step(() => (auth ? connection.login(auth, step(hand)) : hand())));
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
