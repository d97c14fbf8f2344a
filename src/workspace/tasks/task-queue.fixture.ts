import { BackendError } from "../../lib/errors.ts";
import type { Status, Task } from "./task.ts";
import { applyChanges, type QueuedChange, type TaskChange } from "./task-changes.ts";
import { type QueueMessage, TaskQueue } from "./task-queue.ts";

export const anyTask = (id: string, status: Status = "todo", order = 0) =>
  ({ id, title: id, status, order, revision: 1 }) as Task;

export const add = (id: string, status: Status = "todo") =>
  ({ kind: "add", task: { id, title: id, status } }) as TaskChange;

export const move = (id: string, status: Status, was: Status = "todo"): TaskChange => ({
  kind: "move",
  id,
  status,
  was,
  after: null,
  before: null,
});

/** A board that applies each change once, and can be offline, refuse, or lose responses. */
export class FakeBoard {
  tasks: readonly Task[] = [anyTask("a"), anyTask("b", "todo", 1)];
  readonly applied = new Set<string>();
  /** Ids of all requests, in order of arrival. */
  readonly requests: string[] = [];
  offline = false;
  loseResponses = 0;
  refuse: BackendError | null = null;
  /** Which changes `refuse` is for. */
  refuses: (change: TaskChange) => boolean = () => true;
  sending = 0;
  maxConcurrent = 0;

  async send(queued: QueuedChange): Promise<void> {
    this.sending += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.sending);
    try {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.offline) throw new BackendError("Failed to fetch");
      this.requests.push(queued.id);
      if (this.refuse && this.refuses(queued.change)) throw this.refuse;
      if (!this.applied.has(queued.id)) this.tasks = applyChanges(this.tasks, [queued]);
      this.applied.add(queued.id);
      if (this.loseResponses === 0) return;
      this.loseResponses -= 1;
      throw new BackendError("Failed to fetch");
    } finally {
      this.sending -= 1;
    }
  }

  /** The columns, each as the ids of its tasks. */
  columns(tasks = this.tasks): Record<string, string> {
    const found: Record<string, string> = {};
    for (const { id, status } of [...tasks].sort((one, other) => one.order - other.order))
      found[status] = (found[status] ?? "") + id;
    return found;
  }
}

/** A device: what it stores, and its tabs, of which one at a time sends. */
export class FakeDevice {
  readonly stored = new Map<string, QueuedChange>();
  readonly tabs: FakeTab[] = [];
  refusesStorage = false;
  lock: Promise<void> = Promise.resolve();

  open(board: FakeBoard): FakeTab {
    const tab = new FakeTab(this, board);
    this.tabs.push(tab);
    return tab;
  }
}

export class FakeTab {
  readonly queue: TaskQueue;
  /** The tasks as this tab has read them, with its stored changes. */
  rows: readonly Task[];
  #closed = false;

  constructor(device: FakeDevice, board: FakeBoard) {
    this.rows = board.tasks;
    const access = async <T>(work: () => T) => {
      if (device.refusesStorage) throw new Error("No storage");
      return work();
    };
    const never = new Promise<never>(() => {});
    this.queue = new TaskQueue({
      device: {
        values: <T>() => access(() => [...device.stored.values()] as T[]),
        write: (put, remove) =>
          access(() => {
            // A closed tab writes nothing more.
            if (this.#closed) return;
            for (const key of remove) device.stored.delete(key);
            for (const [key, value] of put)
              device.stored.set(key, structuredClone(value) as QueuedChange);
          }),
      },
      send: async (queued) => {
        await board.send(queued);
        if (this.#closed) await never;
      },
      lock: async (work) => {
        if (this.#closed) await never;
        const run = device.lock.then(work);
        device.lock = run.catch(() => {});
        await run;
      },
      onStored: (changes) => {
        this.rows = applyChanges(this.rows, changes);
      },
      broadcast: (message: QueueMessage) => {
        for (const other of device.tabs)
          if (other !== this && !other.#closed) other.queue.receive(structuredClone(message));
      },
    });
  }

  /** The board as the tab shows it. */
  shown(board: FakeBoard): Record<string, string> {
    return board.columns(applyChanges(this.rows, this.queue.shown()));
  }

  close(): void {
    this.#closed = true;
  }
}
