import { whenIdle } from "../../lib/when-idle.ts";
import { openCopy } from "../shell/device-copy.ts";
import type { UserStore } from "../shell/user-store.ts";
import type { Task } from "./task.ts";
import { applyChanges, inOrder, type QueuedChange } from "./task-changes.ts";

const copies = new Map<string, BoardCopy>();

/** The copy of a user's board on this device. */
export function getBoardCopy(userId: string): BoardCopy {
  let copy = copies.get(userId);
  if (!copy) {
    copy = new BoardCopy(openCopy(userId));
    copies.set(userId, copy);
    addEventListener("pagehide", copy.flush);
  }
  return copy;
}

/**
 * The board on a device, for use without a network: the tasks as they were read last, and the
 * changes stored since. A change is written at once, because a crash must not show the board
 * without it; all tasks, which block the page for a moment if they are thousands, when it is idle.
 * Methods never fail.
 */
export class BoardCopy {
  readonly #device: Pick<UserStore, "get" | "keys" | "values" | "write">;
  #waiting: { tasks: readonly Task[]; included: readonly string[] } | undefined;

  constructor(device: Pick<UserStore, "get" | "keys" | "values" | "write">) {
    this.#device = device;
  }

  /** The tasks, without unsent changes; undefined before they were read for the first time. */
  async read(): Promise<readonly Task[] | undefined> {
    try {
      // In this order: tasks that already include a change do not lose it.
      const changes = await this.#device.values<QueuedChange>(CHANGE);
      const tasks = await this.#device.get<readonly Task[]>(TASKS);
      return tasks && applyChanges(tasks, inOrder(changes));
    } catch {
      return undefined;
    }
  }

  /** Adds changes that the backend has stored. */
  async add(changes: readonly QueuedChange[]): Promise<void> {
    const put = changes.map((one): [string, unknown] => [CHANGE + one.id, one]);
    await this.#device.write(put, []).catch(() => {});
  }

  /** The keys of the added changes, all of which tasks that are read from now on include. */
  async changeKeys(): Promise<readonly string[]> {
    return this.#device.keys(CHANGE).catch(() => []);
  }

  /** Replaces the tasks, and removes the changes which they include, when the page is idle. */
  replace(tasks: readonly Task[], included: readonly string[]): void {
    const before = this.#waiting;
    this.#waiting = { tasks, included: [...(before?.included ?? []), ...included] };
    if (!before) whenIdle(this.flush);
  }

  /** Writes tasks that wait for idle time. */
  flush = (): void => {
    if (!this.#waiting) return;
    const { tasks, included } = this.#waiting;
    this.#waiting = undefined;
    this.#device.write([[TASKS, tasks]], included).catch(() => {});
  };
}

const TASKS = "tasks";
const CHANGE = "task change ";
