/**
 * The changes of one user's board on this device, sent in order. Each is stored on the device before
 * it is sent, and is there until the backend has answered, also after the tab has closed. All tabs
 * have the same queue, and one at a time sends it. Unlike notes, whose states are independent
 * (../notes/note-machine.ts), a move depends on the moves before it, so the order is the queue's.
 *
 * | event              | caller waits in a tab           | nobody waits                          |
 * |--------------------|---------------------------------|---------------------------------------|
 * | submit             | store on the device, send after all earlier ones                        |
 * | stored             | apply to the board, remove, return | apply to the board, remove         |
 * | no response        | keep, return; retry with growing delays, and once online or looked at   |
 * | refused            | remove, throw                   | keep, show why; hold back what follows an add |
 * | try again, discard |                                 | send in its place; remove it and what it holds back |
 */
import { BackendError, messageOf } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { createEmitter } from "../../lib/observable.ts";
import { backoffMs, isRetryable } from "../shell/retry.ts";
import type { UserStore } from "../shell/user-store.ts";
import { follows, inOrder, type QueuedChange, sendable, type TaskChange } from "./task-changes.ts";

/** Message to other tabs. */
export type QueueMessage =
  | { put: QueuedChange }
  | { removed: readonly string[] }
  | { stored: readonly QueuedChange[] };

interface Deps {
  /** The changes stored on this device. All operations fail where it stores nothing. */
  device: Pick<UserStore, "values" | "write">;
  /** Applies a change in the backend; one that was applied before changes nothing. */
  send(queued: QueuedChange): Promise<void>;
  /** Runs the work while no other tab does. */
  lock(work: () => Promise<void>): Promise<void>;
  /** Applies stored changes to what this tab has read, then reads it again. */
  onStored(changes: readonly QueuedChange[]): void;
  broadcast(message: QueueMessage): void;
}

interface Caller {
  resolve(): void;
  reject(error: unknown): void;
}

export class TaskQueue {
  readonly #deps: Deps;
  readonly #emitter = createEmitter();
  readonly #callers = new Map<string, Caller>();
  /** Ids removed in this tab's life, which a late read of the device must not bring back. */
  readonly #removed = new Set<string>();
  #changes: readonly QueuedChange[] = [];
  #shown: readonly QueuedChange[] = [];
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #persistent = true;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  subscribe = this.#emitter.subscribe;

  /** All changes that are not known to be stored; the same array until one changes. */
  all = (): readonly QueuedChange[] => this.#changes;

  /**
   * The changes to apply to the board: not the refused ones with those they hold back, nor a new
   * task while its form or line waits. The same array until one changes.
   */
  shown = (): readonly QueuedChange[] => this.#shown;

  /**
   * "offline" while changes stay on this device because there was no response, "saving" before the
   * first attempt; "saved" also while a caller waits, who shows that on their own.
   */
  saveState = (): "saved" | "saving" | "offline" => {
    if (this.#changes.every((one) => one.refused !== undefined || this.#callers.has(one.id)))
      return "saved";
    return this.#attempts > 0 ? "offline" : "saving";
  };

  /** Whether this device stores the changes. */
  isPersistent(): boolean {
    return this.#persistent;
  }

  /**
   * Makes a change: shown immediately, and sent after all earlier ones.
   * @param first awaited before the change is sent, but not before it is on the device. Never fails.
   * @returns once it is stored, or stays on this device because there is no response.
   * @throws {BackendError} when the backend refuses it; the change is then undone.
   */
  async submit(change: TaskChange, first?: Promise<unknown>): Promise<void> {
    const id = change.kind === "add" ? change.task.id : newId();
    const at = Math.max(Date.now(), (this.#changes.at(-1)?.at ?? 0) + 1);
    this.#removed.delete(id);
    const result = new Promise<void>((resolve, reject) => {
      this.#callers.set(id, { resolve, reject });
    });
    // It may fail while the change is being stored on the device.
    result.catch(() => {});
    // Stored before it is sent.
    const queued = { id, at, change };
    // Before a run that is under way can report it as stored.
    this.#deps.broadcast({ put: queued });
    await this.#store(queued);
    await first;
    void this.flush();
    return result;
  }

  /** Sends everything; resolves when it is stored, has failed, or must wait. Never fails. */
  flush(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  /** Reads the changes that closed tabs have left. Never fails. */
  async read(): Promise<void> {
    const stored = await this.#deps.device.values<QueuedChange>("").catch(() => []);
    const known = new Set([...this.#changes.map(({ id }) => id), ...this.#removed]);
    const others = stored.filter(({ id }) => !known.has(id));
    if (others.length > 0) this.#set([...this.#changes, ...others]);
  }

  async tryAgain({ refused: _, ...queued }: QueuedChange): Promise<void> {
    await this.#store(queued);
    this.#deps.broadcast({ put: queued });
    await this.flush();
  }

  async discard(queued: QueuedChange): Promise<void> {
    await this.#remove([queued, ...this.#changes.filter((one) => follows(one, queued))]);
  }

  /** Applies what another tab has done. */
  receive(message: QueueMessage): void {
    if ("put" in message) {
      const { id, refused } = message.put;
      this.#removed.delete(id);
      this.#set([...this.#changes.filter((one) => one.id !== id), message.put]);
      if (refused !== undefined) void this.#fail(message.put, new BackendError(refused));
      return;
    }
    if ("stored" in message) this.#deps.onStored(message.stored);
    this.#forget("stored" in message ? message.stored.map(({ id }) => id) : message.removed);
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await this.read();
      while (this.#next()) await this.#deps.lock(() => this.#sendAll());
      this.#attempts = 0;
    } catch {
      this.#timer = setTimeout(() => void this.flush(), backoffMs(this.#attempts, Math.random()));
      this.#attempts += 1;
    }
    // They stay on this device, without a response or held back. Not after another await: a change
    // submitted now needs another run.
    for (const { resolve } of this.#callers.values()) resolve();
    this.#callers.clear();
    this.#running = null;
    this.#set(this.#changes);
  }

  /** @throws when there is no response. */
  async #sendAll(): Promise<void> {
    const stored: QueuedChange[] = [];
    try {
      // Another tab may have sent some of them meanwhile, and left others.
      await this.read();
      for (let next = this.#next(stored); next; next = this.#next(stored)) {
        try {
          await this.#deps.send(next);
          stored.push(next);
          await this.#deps.device.write([], [next.id]).catch(() => {});
        } catch (error) {
          if (isRetryable(error)) throw error;
          await this.#refuse(next, error);
        }
      }
    } finally {
      if (stored.length > 0) {
        // In this order, so that the board never shows a state without them.
        this.#deps.onStored(stored);
        this.#forget(stored.map(({ id }) => id));
        this.#deps.broadcast({ stored });
      }
    }
  }

  /** The first change that can be sent. */
  #next(stored: readonly QueuedChange[] = []): QueuedChange | undefined {
    return sendable(this.#changes).find((one) => !stored.includes(one));
  }

  async #refuse(queued: QueuedChange, error: unknown): Promise<void> {
    if (this.#callers.has(queued.id)) return this.#fail(queued, error);
    const refused = { ...queued, refused: messageOf(error) };
    await this.#store(refused);
    // The tab of its caller then removes it.
    this.#deps.broadcast({ put: refused });
  }

  /** Undoes a refused change whose caller waits in this tab. */
  async #fail(queued: QueuedChange, error: unknown): Promise<void> {
    const caller = this.#callers.get(queued.id);
    this.#callers.delete(queued.id);
    if (caller) await this.discard(queued);
    caller?.reject(error);
  }

  async #store(queued: QueuedChange): Promise<void> {
    this.#set([...this.#changes.filter(({ id }) => id !== queued.id), queued]);
    const writing = this.#deps.device.write([[queued.id, queued]], []);
    this.#persistent = await writing.then(
      () => true,
      () => false,
    );
  }

  async #remove(changes: readonly QueuedChange[]): Promise<void> {
    const removed = changes.map(({ id }) => id);
    this.#forget(removed);
    await this.#deps.device.write([], removed).catch(() => {});
    this.#deps.broadcast({ removed });
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#removed.add(id);
      this.#callers.get(id)?.resolve();
      this.#callers.delete(id);
    }
    this.#set(this.#changes.filter(({ id }) => !ids.includes(id)));
  }

  #set(changes: readonly QueuedChange[]): void {
    this.#changes = inOrder(changes);
    const isEntered = ({ id, change }: QueuedChange) =>
      change.kind === "add" && this.#callers.has(id);
    this.#shown = sendable(this.#changes).filter((one) => !isEntered(one));
    this.#emitter.emit();
  }
}
