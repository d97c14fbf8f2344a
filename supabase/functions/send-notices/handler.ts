import { Webhook } from "standardwebhooks";
import { answerPost, Refusal } from "../_shared/answers.ts";
import { createBackend } from "../_shared/backend.ts";
import type {
  DeliverNotice,
  Delivery,
  FunctionEnvironment,
  FunctionHandler,
  NoticeSettings,
} from "../_shared/environment.ts";
import { requireRole } from "../_shared/require-role.ts";
import { type SendResult, sendRequest } from "./contract.ts";
import { describeNotice } from "./describe-notice.ts";
import { type ClaimedNotice, openOutbox } from "./outbox.ts";
import { sendReminder } from "./send-reminder.ts";

/** Milliseconds a webhook may take to answer. @limit visitors: a webhook's answer */
const WEBHOOK_TIMEOUT_MS = 10_000;

/**
 * Sends the due notices and reminders of the outbox, or a test for the owner, with the receiver's
 * own error. The database calls it on Supabase, the server on Foyer's own host.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const { siteUrl, mail, webhook } = env.notices;
  const backend = createBackend(env);
  const outbox = openOutbox(backend);
  const deliver = mail ?? (webhook && createWebhookDelivery(webhook));

  async function send(claimed: ClaimedNotice): Promise<Delivery> {
    const delivery = await deliverClaimed(claimed);
    if (delivery.outcome !== "sent" && delivery.unreached && env.notices.fromPanel) {
      // The owner's session must not find out which ports of the server's network are open.
      console.warn("A notice could not be sent.", delivery.error);
      delivery.error = UNREACHED;
    }
    const error = delivery.outcome === "sent" ? undefined : delivery.error;
    await outbox.settle(claimed.claim, delivery.outcome, error);
    return delivery;
  }

  async function deliverClaimed(claimed: ClaimedNotice): Promise<Delivery> {
    if (claimed.notices[0]?.cause === "reminder") return sendReminder(claimed, env.notices, outbox);
    if (!deliver) return { outcome: "failed", error: NOT_SET_UP };
    return deliver(describeNotice(claimed, siteUrl), () => outbox.handOver(claimed.claim));
  }

  return (request) =>
    answerPost(request, sendRequest, async ({ test }): Promise<SendResult> => {
      if (test) {
        await requireRole(backend, request, "admin", "Only the owner sends test notices.");
        if (!deliver) throw new Refusal(503, NOT_SET_UP);
        const delivery = await send(await outbox.claimTest());
        if (delivery.outcome !== "sent") throw new Refusal(502, delivery.error);
        return { sent: 1 };
      }
      for (let sent = 0; ; sent++) {
        const claimed = await outbox.claim();
        if (!claimed) return { sent };
        // Further notices would probably fail as well; each call retries one.
        if ((await send(claimed)).outcome !== "sent") return { sent };
      }
    });
}

const UNREACHED =
  "The receiver could not be reached, or did not answer as one. The server's log has the reason.";

const NOT_SET_UP = "No mail server and no webhook is set up.";

/**
 * Sends notices as signed webhooks (https://www.standardwebhooks.com). The receiver recognizes a
 * repeated notice by its id, so an interrupted one is simply sent again. Redirects are not
 * followed: they could lead into the host's own network.
 */
function createWebhookDelivery({
  url,
  secret,
}: NonNullable<NoticeSettings["webhook"]>): DeliverNotice {
  const webhook = new Webhook(secret);
  return async ({ id, cause, ...data }) => {
    const now = new Date();
    const body = JSON.stringify({ type: `notice.${cause}`, timestamp: now.toISOString(), data });
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
          "webhook-signature": webhook.sign(id, now, body),
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return { outcome: "sent" };
      const error = `The webhook answered with status ${response.status}.`;
      return { outcome: "failed", error, unreached: url.startsWith("http:") };
    } catch (cause) {
      const error = `The webhook could not be called: ${reasonOf(cause)}`;
      return { outcome: "failed", error, unreached: true };
    }
  };
}

/** Node's fetch fails with the same message for every reason; the cause has the reason. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}
