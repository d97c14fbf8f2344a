import { Webhook } from "standardwebhooks";
import { WEBHOOK_TIMEOUT_MS } from "../../../shared/limits.ts";
import type { DeliverNotice, NoticeSettings } from "../_shared/environment.ts";

/**
 * Sends notices as signed webhooks (https://www.standardwebhooks.com). The receiver recognizes a
 * repeated one by its id, so that an interrupted one is simply sent again. Redirects are not
 * followed: they could lead into the host's own network.
 */
export function createWebhookDelivery({
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
      return { outcome: "failed", error: `The webhook answered with status ${response.status}.` };
    } catch (error) {
      return { outcome: "failed", error: `The webhook could not be called: ${reasonOf(error)}` };
    }
  };
}

/** Node's fetch fails with the same sentence for every reason, and has the reason as its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}
