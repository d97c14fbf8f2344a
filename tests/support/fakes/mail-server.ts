import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** Points in the transfer of a mail, in order; `answered` is after the server has accepted it. */
export type MailStep = "connected" | "sender" | "received" | "answered";

export interface MailServer {
  /** Value of FOYER_SMTP_URL. */
  url: string;
  /** The mails that arrived completely, whether accepted or not. */
  received: string[];
  /** The mails that were accepted. */
  accepted: string[];
  /** Refuses every mail with this SMTP error. */
  refusal: { code: number; message: string } | null;
  /** Called and awaited at each point of a transfer. */
  onStep: (step: MailStep) => void | Promise<void>;
  stop(): Promise<void>;
}

/** A mail server on the loopback interface, without TLS. */
export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect: (_session, done) => void reach("connected").then(() => done()),
    onMailFrom: (_address, _session, done) => void reach("sender").then(() => done()),
    onData(stream, _session, done) {
      void text(stream).then(async (mail) => {
        opened.received.push(mail);
        await reach("received");
        const { refusal } = opened;
        if (refusal) {
          return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
        }
        opened.accepted.push(mail);
        done();
        await reach("answered");
      }, ignoreInterruption);
    },
  });
  // Clients that are killed reset their connections.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const opened: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    accepted: [],
    refusal: null,
    onStep: () => {},
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return opened;

  async function reach(step: MailStep): Promise<void> {
    await opened.onStep(step);
  }
}

/** A client is killed in the middle of a mail, which the server then drops. */
const ignoreInterruption = () => {};

/** A header's unfolded value; null if the mail lacks it. */
export function headerOf(mail: string, name: string): string | null {
  const head = (mail.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]+/g, " ");
  const line = head.split("\r\n").find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line ? line.slice(name.length + 1).trim() : null;
}
