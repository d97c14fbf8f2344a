import { isPushEndpoint } from "../../../shared/push-endpoint.ts";
import type { ReminderMessage } from "../../../shared/reminder-message.ts";
import type { Delivery, NoticeSettings } from "../_shared/environment.ts";
import {
  encryptPush,
  type PushKeys,
  type PushSubscriptionKeys,
  signPush,
} from "../_shared/web-push.ts";
import { describeNotice } from "./describe-notice.ts";
import type { ClaimedNotice, Outbox } from "./outbox.ts";

/** Milliseconds a push service may take to answer. @limit content: a push service's answer */
const PUSH_TIMEOUT_MS = 10_000;

/** Seconds a push waits for a browser that is not running; a later reminder is of little use. */
const PUSH_TTL_SECONDS = 24 * 60 * 60;

/** Characters of a title, because a push has 4,096 bytes. */
const TITLE_LENGTH = 300;

/**
 * Sends a reminder to the browsers of the workspace user, and by mail if none of them accepts it and
 * a mail server is set up. Subscriptions that have ended are removed.
 */
export async function sendReminder(
  claimed: ClaimedNotice,
  { siteUrl, mail, testPushOrigin }: NoticeSettings,
  outbox: Outbox,
): Promise<Delivery> {
  const [notice] = claimed.notices;
  const item = String(notice?.details.task ?? notice?.details.note);
  const reminder = notice && (await outbox.getReminder(item));
  if (!reminder) return { outcome: "failed", error: "It is done or was deleted." };
  const { task, note, title, keys } = reminder;
  const message = { task, note, title: [...title].slice(0, TITLE_LENGTH).join("") };
  const subject = siteUrl?.startsWith("https:") ? siteUrl : "mailto:reminders@foyer.invalid";
  const outcomes = await Promise.all(
    reminder.subscriptions.map(async (subscription) => {
      const isAllowed = isPushEndpoint(subscription.endpoint, testPushOrigin);
      const outcome = keys && isAllowed ? await push(subscription, message, keys, subject) : "gone";
      if (outcome === "gone") await outbox.removeSubscription(subscription.endpoint);
      return outcome;
    }),
  );
  if (outcomes.includes("sent")) return { outcome: "sent" };
  if (mail) {
    const details = { ...notice.details, title };
    const text = describeNotice({ ...claimed, notices: [{ ...notice, details }] }, siteUrl);
    return mail({ ...text, to: reminder.email }, () => outbox.handOver(claimed.claim));
  }
  const failure = outcomes.find((outcome) => outcome !== "gone");
  return { outcome: "failed", error: failure ?? "No browser is subscribed any more." };
}

/** @returns `sent`, `gone` when the subscription has ended, or an error. */
async function push(
  subscription: PushSubscriptionKeys,
  message: ReminderMessage,
  keys: PushKeys,
  subject: string,
): Promise<string> {
  const { endpoint } = subscription;
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        authorization: await signPush(endpoint, keys, subject, new Date()),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(PUSH_TTL_SECONDS),
        urgency: "high",
        // Replaces a reminder that has not been delivered yet.
        topic: (message.task ?? message.note ?? "").replaceAll("-", ""),
      },
      body: await encryptPush(new TextEncoder().encode(JSON.stringify(message)), subscription),
      redirect: "manual",
      signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return "sent";
    if (response.status === 404 || response.status === 410) return "gone";
    return `The push service answered with status ${response.status}.`;
  } catch (error) {
    return `The push service could not be called: ${(error as Error).message}`;
  }
}
