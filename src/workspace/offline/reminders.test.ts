import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ReminderMessage } from "../../../shared/reminder-message.ts";
import { REMINDERS_ADDRESS, REMINDERS_CACHE } from "../shell/reminders-address.ts";
import { FakeCaches } from "./offline.fixture.ts";
import { answerReminder, type ReminderScope, showReminder } from "./reminders.ts";

const reminder = { task: "5ddc7e84-0a0e-4d10-a5a4-9fd6f3a4c7c1", title: "Pay the rent" };
const ENDPOINT = "https://fcm.googleapis.com/x";

let shown: [title: string, options: NotificationOptions][];
let sent: [url: string, body: unknown][];
let opened: string[];
let status: number | null;
let tabs: {
  url: string;
  focus: () => Promise<void>;
  navigate: (url: string) => Promise<void>;
  postMessage: () => void;
}[];
let subscribed: boolean;
let scope: ReminderScope;

beforeEach(async () => {
  [shown, sent, opened, tabs, status, subscribed] = [[], [], [], [], 200, true];
  const caches = new FakeCaches();
  const cache = await caches.open(REMINDERS_CACHE);
  await cache.put(`/site/${REMINDERS_ADDRESS}`, new Response("https://p.example/reminders"));
  const subscription = { toJSON: () => ({ endpoint: ENDPOINT, keys: { auth: "secret" } }) };
  scope = {
    root: "/site/",
    caches: caches.asCaches,
    clients: {
      matchAll: async () => tabs,
      openWindow: async (url) => opened.push(url),
    },
    fetch: async (url, init) => {
      sent.push([String(url), JSON.parse(String(init?.body))]);
      if (status === null) throw new TypeError("Failed to fetch");
      return new Response(null, { status });
    },
    registration: {
      showNotification: async (...notification: (typeof shown)[number]) =>
        void shown.push(notification),
      pushManager: { getSubscription: async () => (subscribed ? subscription : null) },
    } as unknown as ServiceWorkerRegistration,
  };
});

const click = (action: string, data: ReminderMessage = reminder) => {
  const notification = { close: vi.fn(), data };
  return answerReminder(scope, {
    action,
    notification: notification as unknown as Notification,
  }).then(() => expect(notification.close).toHaveBeenCalled());
};

describe("a pushed reminder", () => {
  it("a pushed reminder is shown once per task, with two answers", async () => {
    await showReminder(scope, reminder);
    expect(shown).toEqual([
      [
        "Pay the rent",
        expect.objectContaining({
          tag: reminder.task,
          data: reminder,
          actions: [
            { action: "done", title: "Done" },
            { action: "snooze", title: "Snooze 1 hour" },
          ],
        }),
      ],
    ]);
  });

  it.each(["done", "snooze"])(
    "a pushed reminder is answered with %s without opening anything",
    async (answer) => {
      await click(answer);
      const body = {
        action: "answer",
        endpoint: ENDPOINT,
        auth: "secret",
        task: reminder.task,
        answer,
      };
      expect(sent).toEqual([["https://p.example/reminders", body]]);
      expect([opened, shown]).toEqual([[], []]);
    },
  );

  it.each([
    ["the network fails", () => (status = null)],
    ["the site fails", () => (status = 503)],
    ["the browser is not subscribed", () => (subscribed = false)],
  ])("a pushed reminder is shown again when %s", async (_, fail) => {
    fail();
    await click("done");
    expect(shown).toEqual([
      ["Pay the rent", expect.objectContaining({ body: "This could not be saved. Try again." })],
    ]);
  });

  it("a pushed reminder says that nothing was changed if the task was deleted or the user signed out", async () => {
    status = 404;
    await click("done");
    expect(shown).toEqual([
      ["Pay the rent", expect.objectContaining({ body: expect.stringMatching(/^Nothing was/) })],
    ]);
  });

  it("a pushed reminder of a note snoozes and opens the note", async () => {
    const { task: note, title } = reminder;
    await showReminder(scope, { note, title });
    expect(shown).toEqual([[title, expect.objectContaining({ tag: note, data: { note, title } })]]);
    await click("snooze", { note, title });
    expect(sent[0]?.[1]).toMatchObject({ note, answer: "snooze" });
    expect(sent[0]?.[1]).not.toHaveProperty("task");
    await click("", { note, title });
    expect(opened).toEqual([`/site/#/workspace/notes?note=${note}`]);
  });

  it("a pushed reminder opens its task in a tab of the workspace, otherwise in a new one", async () => {
    const url = `/site/#/workspace/tasks?edit=${reminder.task}`;
    await click("");
    expect(opened).toEqual([url]);
    const page = {
      url: "https://site.test/site/",
      focus: vi.fn(),
      navigate: vi.fn(),
      postMessage() {},
    };
    const tab = { ...page, url: "https://site.test/site/#/workspace/notes", navigate: vi.fn() };
    tabs = [page, tab];
    await click("");
    expect(opened).toHaveLength(1);
    expect(page.navigate).not.toHaveBeenCalled();
    expect(tab.navigate).toHaveBeenCalledWith(url);
    expect(sent).toEqual([]);
  });
});
