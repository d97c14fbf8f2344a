import type { ReminderMessage } from "../../../shared/reminder-message.ts";
import { REMINDERS_ADDRESS, REMINDERS_CACHE } from "../shell/reminders-address.ts";

/** The parts of the worker's registration that reminders use. */
export interface ReminderScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window" }): Promise<readonly WindowTab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  caches: CacheStorage;
  fetch: typeof fetch;
  /** The site's address, with a slash at its end. */
  root: string;
}

interface WindowTab {
  url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
  navigate(url: string): Promise<unknown>;
}

/** Shows a pushed reminder. A browser requires a notification for every push. */
export async function showReminder(scope: ReminderScope, pushed: ReminderMessage): Promise<void> {
  await notify(scope, pushed, "");
}

/**
 * Acts on a click in a notification: answers the reminder without opening anything, or opens its
 * task or note. An answer that did not arrive is asked for again.
 */
export async function answerReminder(
  scope: ReminderScope,
  { action, notification }: { action: string; notification: Notification },
): Promise<void> {
  notification.close();
  const reminder = notification.data as ReminderMessage;
  if (action === "") return openItem(scope, reminder);
  const arrived = await sendAnswer(scope, reminder, action).catch(() => false);
  if (!arrived) await notify(scope, reminder, "This could not be saved. Try again.");
}

function notify({ registration, root }: ReminderScope, reminder: ReminderMessage, body: string) {
  return registration.showNotification(reminder.title, {
    body,
    tag: String(reminder.task ?? reminder.note),
    data: reminder,
    icon: `${root}icon-192.png`,
    // Not part of TypeScript's types.
    ...{ actions: ACTIONS, renotify: true },
  });
}

const ACTIONS = [
  { action: "done", title: "Done" },
  { action: "snooze", title: "Snooze 1 hour" },
];

/** @returns whether the answer needs no repetition. */
async function sendAnswer(
  scope: ReminderScope,
  { task, note }: ReminderMessage,
  answer: string,
): Promise<boolean> {
  const stored = await scope.caches.match(`${scope.root}${REMINDERS_ADDRESS}`, {
    cacheName: REMINDERS_CACHE,
  });
  const subscription = await scope.registration.pushManager.getSubscription();
  if (!stored || !subscription) return false;
  const { endpoint, keys } = subscription.toJSON();
  const response = await scope.fetch(await stored.text(), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ action: "answer", endpoint, auth: keys?.auth, task, note, answer }),
  });
  // Gone: done or deleted elsewhere, or signed out.
  return response.ok || response.status === 404;
}

async function openItem(
  { clients, root }: ReminderScope,
  { task, note }: ReminderMessage,
): Promise<void> {
  const url = `${root}#${task ? `/workspace/tasks?edit=${task}` : `/workspace/notes?note=${note}`}`;
  const tabs = await clients.matchAll({ type: "window" });
  const tab = tabs.find((one) => one.url.includes("#/workspace"));
  if (!tab) return void (await clients.openWindow(url));
  await tab.focus();
  // A form with unsaved input asks before it is left.
  await tab.navigate(url);
}
