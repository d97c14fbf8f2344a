import { type Status, statuses, type Task } from "./task.ts";

/** Where a task goes: into this column, next to a task there if one is named, else to its end. */
export interface Move {
  id: string;
  status: Status;
  /** Goes directly behind this task, if it is in the column. */
  after: string | null;
  /** Otherwise directly before this one. */
  before: string | null;
}

type Placed = Pick<Task, "id" | "status" | "order">;

/** What `save_task_order` takes: a task's new place, and the one it is believed to have now. */
export interface PlaceChange {
  id: string;
  status: string;
  order: number;
  was_status: string;
  was_order: number;
}

/** The tasks of each column in their order. */
export function columnsOf<T extends Placed>(tasks: readonly T[]): Record<Status, T[]> {
  const columns: Record<Status, T[]> = { todo: [], inprogress: [], done: [] };
  for (const task of tasks) columns[task.status as Status]?.push(task);
  for (const status of statuses) columns[status].sort(byOrder);
  return columns;
}

/**
 * The board after the move: the task has the new status, and every column is numbered from 0.
 * Tasks that neither moved nor got another number are the same objects as before; so is the whole
 * board when the task is not on it.
 */
export function moveTask<T extends Placed>(tasks: readonly T[], move: Move): readonly T[] {
  const moved = tasks.find(({ id }) => id === move.id);
  if (!moved) return tasks;
  const columns = columnsOf(tasks.filter((task) => task !== moved));
  const target = columns[move.status];
  target.splice(indexIn(target, move), 0, { ...moved, status: move.status });
  return statuses.flatMap((status) =>
    columns[status].map((task, order) => {
      const stays = task.order === order && task.id !== moved.id;
      if (stays) return task;
      const same = task.order === order && task.status === moved.status;
      return same ? moved : { ...task, order };
    }),
  );
}

/** The tasks whose status or order differs, with both. Tasks that are only on one side do not count. */
export function changedPlaces(before: readonly Placed[], after: readonly Placed[]): PlaceChange[] {
  const was = new Map(before.map((task) => [task.id, task]));
  return after.flatMap(({ id, status, order }) => {
    const old = was.get(id);
    if (!old || (old.status === status && old.order === order)) return [];
    return [{ id, status, order, was_status: old.status, was_order: old.order }];
  });
}

function indexIn(column: readonly Placed[], { after, before }: Move): number {
  const behind = after === null ? -1 : column.findIndex(({ id }) => id === after);
  if (behind >= 0) return behind + 1;
  const ahead = before === null ? -1 : column.findIndex(({ id }) => id === before);
  return ahead >= 0 ? ahead : column.length;
}

// Two tasks added at one moment may hold one number; then the id decides, the same everywhere.
function byOrder(one: Placed, other: Placed): number {
  return one.order - other.order || (one.id < other.id ? -1 : 1);
}
