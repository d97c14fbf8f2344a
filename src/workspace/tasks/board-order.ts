import { dayOf } from "./due-date.ts";
import { type Status, statuses, type Task } from "./task.ts";

/**
 * The target of a move: a column, next to the given task if there is one. Otherwise at the top of
 * Done, which has the newest first, or if it was moved above all others; else at the end.
 * `change_tasks` stores the same place.
 */
export interface Move {
  id: string;
  status: Status;
  /** Places the task directly after this one, if it is in the column. */
  after: string | null;
  /** Without `after`, places the task directly before this one. */
  before: string | null;
}

type Placed = Pick<Task, "id" | "status" | "order">;

/** An item of `save_task_order`: a task's new place, and its expected current one. */
export interface PlaceChange {
  id: string;
  status: string;
  order: number;
  was_status: string;
  was_order: number;
}

/** The tasks of each column, by default in board order. */
export function columnsOf<T extends Placed>(
  tasks: readonly T[],
  compare: (one: T, other: T) => number = byOrder,
): Record<Status, T[]> {
  const columns: Record<Status, T[]> = { todo: [], inprogress: [], done: [] };
  for (const task of tasks) columns[task.status as Status]?.push(task);
  for (const status of statuses) columns[status].sort(compare);
  return columns;
}

/**
 * The board after the move: the task has the new status, and every column is numbered from 0.
 * Unchanged tasks keep their identity, and so does the whole board when the task is not on it.
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

/** The move that returns a task to its current place. */
export function placeOf(id: string, columns: Record<Status, Pick<Task, "id">[]>): Move | null {
  const status = statuses.find((one) => columns[one].some((task) => task.id === id));
  if (!status) return null;
  const column = columns[status];
  const index = column.findIndex((task) => task.id === id);
  return {
    id,
    status,
    after: column[index - 1]?.id ?? null,
    before: column[index + 1]?.id ?? null,
  };
}

/**
 * The target when a card is moved to another column: the top of Done, which has the newest first;
 * otherwise the same height, or the end.
 * @param beside the card's index in its column, if the columns are side by side.
 */
export function entryTo(
  status: Status,
  id: string,
  columns: Record<Status, Pick<Task, "id">[]>,
  beside = Number.POSITIVE_INFINITY,
): Move {
  const at = status === "done" ? 0 : beside;
  const [above, below] = [columns[status][at - 1], columns[status][at]];
  return { id, status, after: above?.id ?? null, before: below?.id ?? null };
}

/** Tasks whose status or order differs, with both values; tasks on one side are ignored. */
export function changedPlaces(before: readonly Placed[], after: readonly Placed[]): PlaceChange[] {
  const was = new Map(before.map((task) => [task.id, task]));
  return after.flatMap(({ id, status, order }) => {
    const old = was.get(id);
    if (!old || (old.status === status && old.order === order)) return [];
    return [{ id, status, order, was_status: old.status, was_order: old.order }];
  });
}

function indexIn(column: readonly Placed[], { status, after, before }: Move): number {
  const behind = after === null ? -1 : column.findIndex(({ id }) => id === after);
  if (behind >= 0) return behind + 1;
  const ahead = before === null ? -1 : column.findIndex(({ id }) => id === before);
  if (ahead >= 0) return ahead;
  const wasFirst = after === null && before !== null;
  return status === "done" || wasFirst ? 0 : column.length;
}

/** Compares tasks by due date; tasks without one come last. */
export function byDueDate(one: Task, other: Task): number {
  const [day, otherDay] = [dayOf(one.due_date), dayOf(other.due_date)];
  if (day === otherDay) return byOrder(one, other);
  return otherDay === "" || (day !== "" && day < otherDay) ? -1 : 1;
}

// Two tasks added at the same time may share a number; ties are broken by id.
function byOrder(one: Placed, other: Placed): number {
  return one.order - other.order || (one.id < other.id ? -1 : 1);
}
