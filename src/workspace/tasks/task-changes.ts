import { type Move, moveTask } from "./board-order.ts";
import { type Status, statusNames, type Task } from "./task.ts";
import type { TaskColumns } from "./task-schema.ts";

/** A change of the board, as `change_tasks` applies it: once for each id. */
export type TaskChange =
  /** A new task at the end of its column, or at the top of Done. */
  | { kind: "add"; task: TaskColumns & { id: string } }
  /** Refused if the task is in neither of the two columns any more. */
  | (Move & { kind: "move"; was: Status })
  | { kind: "archive" | "restore"; ids: readonly string[] };

/** A change that is not known to be stored. This object is also stored on the device. */
export interface QueuedChange {
  /** The change's id; of a new task, the task's. */
  readonly id: string;
  /** Position in the queue: a time in milliseconds, or more if the clock was set back. */
  readonly at: number;
  readonly change: TaskChange;
  /** Why the backend refused it, until the user tries again or discards it. */
  readonly refused?: string;
}

/** The board with these changes applied in order. Tasks that do not change stay the same objects. */
export function applyChanges(
  tasks: readonly Task[],
  changes: readonly QueuedChange[],
): readonly Task[] {
  const archived = new Map<string, Task>();
  let shown = tasks;
  for (const { change } of changes) {
    if (change.kind === "move") shown = moveTask(shown, change);
    else if (change.kind === "add") shown = addTask(shown, change.task);
    else if (change.kind === "archive") {
      const leaving = shown.filter(
        ({ id, status }) => status === "done" && change.ids.includes(id),
      );
      for (const task of leaving) archived.set(task.id, task);
      shown = shown.filter((task) => !leaving.includes(task));
    } else {
      const back = change.ids.flatMap((id) => archived.get(id) ?? []);
      for (const { id } of back) archived.delete(id);
      // Before all others, in their order.
      shown = [...shown, ...back.map((task) => ({ ...task, order: task.order - FIRST }))];
    }
  }
  return shown;
}

function addTask(tasks: readonly Task[], columns: TaskColumns & { id: string }): readonly Task[] {
  const { id, status } = columns;
  if (tasks.some((task) => task.id === id)) return tasks;
  const added = { ...NEW_TASK, ...columns, order: tasks.length } as Task;
  return moveTask([...tasks, added], { id, status, after: null, before: null });
}

/** Sorts changes by their position in the queue. */
export function inOrder(changes: readonly QueuedChange[]): readonly QueuedChange[] {
  return [...changes].sort((one, other) => one.at - other.at);
}

/** The changes that were not refused, without those that need a refused task. */
export function sendable(changes: readonly QueuedChange[]): readonly QueuedChange[] {
  const refused = changes.filter((one) => one.refused !== undefined);
  return changes.filter(
    (one) => one.refused === undefined && !refused.some((earlier) => follows(one, earlier)),
  );
}

/** Whether a change moves the task that the other one adds. */
export function follows({ change }: QueuedChange, { id, change: earlier }: QueuedChange): boolean {
  return change.kind === "move" && earlier.kind === "add" && change.id === id;
}

/** Columns of a new task that are not in its form; the database sets them. */
const NEW_TASK = { revision: 1, updated_at: "", next_task_id: null };

/** More than the number of tasks in a column. */
const FIRST = 1_000_000;

/** Says what a refused change did not do. @param tasks the board, for a moved task's title. */
export function refusalOf({ change }: QueuedChange, tasks: readonly Task[]): string {
  if (change.kind === "add") return `“${change.task.title}” was not added`;
  if (change.kind === "move") {
    const moved = tasks.find(({ id }) => id === change.id);
    return `${moved ? `“${moved.title}”` : "A task"} was not moved to ${statusNames[change.status]}`;
  }
  const { length } = change.ids;
  const what = length === 1 ? "A task was" : `${length} tasks were`;
  return `${what} not ${change.kind === "archive" ? "archived" : "restored"}`;
}
