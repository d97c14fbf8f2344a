import type { QueryClient } from "@tanstack/react-query";
import { openDeviceStore } from "../../lib/device-store.ts";
import { isAbout, refreshQueries } from "../../lib/query-client.ts";
import { readStoredSession } from "../../lib/stored-session.ts";
import { withLock } from "../../lib/with-lock.ts";
import { beforeSignOut } from "../shell/unfinished-work.ts";
import { openUserStore } from "../shell/user-store.ts";
import { getBoardCopy } from "./board-copy.ts";
import type { Task } from "./task.ts";
import { applyChanges, type QueuedChange } from "./task-changes.ts";
import { type QueueMessage, TaskQueue } from "./task-queue.ts";
import { sendChange } from "./tasks-api.ts";
import { ARCHIVE_TABLE, TABLE } from "./tool.ts";

const queues = new Map<string, { queue: TaskQueue; clients: QueryClient[] }>();

/** The queue of a user in this tab; sending continues across screens. */
export function getTaskQueue(userId: string, client: QueryClient): TaskQueue {
  let known = queues.get(userId);
  if (!known) {
    const clients = [client];
    known = { queue: createTaskQueue(userId, () => clients[0] ?? client), clients };
    queues.set(userId, known);
  }
  // A new sign-in has a client of its own.
  known.clients[0] = client;
  return known.queue;
}

/** The changes of a user that this device has not sent yet, of all tabs. Never fails. */
export function readUnsentChanges(userId: string): Promise<QueuedChange[]> {
  return openChanges(userId)
    .values<QueuedChange>("")
    .catch(() => []);
}

function createTaskQueue(userId: string, client: () => QueryClient): TaskQueue {
  const channel = new BroadcastChannel(`foyer-tasks-${userId}`);
  const queue = new TaskQueue({
    device: openChanges(userId),
    async send(queued) {
      // Another user may have signed in since.
      if (readStoredSession("workspace")?.user.id !== userId) throw new Error("Not signed in.");
      await sendChange(queued);
    },
    lock: (work) => withLock(`foyer-tasks ${userId}`, work),
    broadcast: (message) => channel.postMessage(message),
    onStored(changes) {
      client().setQueriesData<readonly Task[]>(
        { queryKey: [TABLE, userId] },
        (tasks) => tasks && applyChanges(tasks, changes),
      );
      void getBoardCopy(userId).add(changes);
      void refreshQueries(client(), {
        predicate: (query) => isAbout(query, [TABLE]) || isAbout(query, [ARCHIVE_TABLE]),
      });
    },
  });
  const flush = () => void queue.flush();
  channel.addEventListener("message", ({ data }: MessageEvent<QueueMessage>) =>
    queue.receive(data),
  );
  beforeSignOut(() => queue.flush());
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", flush);
  addEventListener("beforeunload", (event) => {
    // Asks only when leaving would lose changes.
    if (!queue.isPersistent() && queue.all().length > 0) event.preventDefault();
  });
  flush();
  return queue;
}

/** Signing out leaves them on the device, for the next sign-in. */
const openChanges = (userId: string) =>
  openUserStore(openDeviceStore("foyer-workspace-changes", "tasks"), userId);
