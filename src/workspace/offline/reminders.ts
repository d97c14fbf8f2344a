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

/** Shows a pushed reminder. Browsers require a notification for every push. */
export async function showReminder(scope: ReminderScope, pushed: ReminderMessage): Promise<void> {
  await notify(scope, pushed, "");
}

/**
 * Handles a click in a notification: an action answers the reminder without opening anything; any
 * other click opens the task or note. An answer that could not be stored is asked for again.
 */
export async function answerReminder(
  scope: ReminderScope,
  { action, notification }: { action: string; notification: Notification },
): Promise<void> {
  notification.close();
  const reminder = notification.data as ReminderMessage;
  if (action === "") return openItem(scope, reminder);
  const failure = await sendAnswer(scope, reminder, action).catch(() => UNREACHED);
  if (failure) await notify(scope, reminder, failure);
}

const UNREACHED = "This could not be saved. Try again.";
const GONE = "Nothing was changed: it is done or deleted, or you are signed out here.";

function notify({ registration, root }: ReminderScope, reminder: ReminderMessage, body: string) {
  return registration.showNotification(reminder.title, {
    body,
    tag: String(reminder.task ?? reminder.note),
    data: reminder,
    icon: `${root}icon-192.png`,
    // TypeScript's types lack the options `actions` and `renotify`.
    ...{ actions: ACTIONS, renotify: true },
  });
}

const ACTIONS = [
  { action: "done", title: "Done" },
  { action: "snooze", title: "Snooze 1 hour" },
];

/** @returns why the answer was not stored; empty if it was. */
async function sendAnswer(
  scope: ReminderScope,
  { task, note }: ReminderMessage,
  answer: string,
): Promise<string> {
  const stored = await scope.caches.match(`${scope.root}${REMINDERS_ADDRESS}`, {
    cacheName: REMINDERS_CACHE,
  });
  const subscription = await scope.registration.pushManager.getSubscription();
  if (!stored || !subscription) return UNREACHED;
  const { endpoint, keys } = subscription.toJSON();
  const response = await scope.fetch(await stored.text(), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ action: "answer", endpoint, auth: keys?.auth, task, note, answer }),
  });
  if (response.ok) return "";
  return response.status === 404 ? GONE : UNREACHED;
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
  // A form with unsaved input asks before navigation.
  await tab.navigate(url);
}
