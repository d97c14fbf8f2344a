import type { SaveTarget } from "../../forms/entry.ts";
import { isConflict, isGone, onlyRow, unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";
import { changedPlaces, type Move, moveTask, type PlaceChange } from "./board-order.ts";
import type { Task } from "./task.ts";
import type { TaskColumns } from "./task-schema.ts";

/** All tasks of the user in their order, whatever their columns. */
export async function listTasks(userId: string): Promise<Task[]> {
  return readAll((from, to) =>
    tasks()
      .select("*", { count: "exact" })
      .eq("user_id", userId)
      .order("order", { ascending: true })
      .order("id", { ascending: true })
      .range(from, to),
  );
}

/**
 * Stores a new task under `newId`, as often as it takes, or changes the one meant by `target`.
 * @param stored the task as it is known; one that changes its column goes to the end there.
 * @throws {BackendError} a conflict when it is not at the target's revision any more, gone when
 *   it is not there any more.
 */
export async function saveTask(
  columns: TaskColumns,
  target: SaveTarget,
  { newId, userId, stored }: { newId: string; userId: string; stored: Task | null | undefined },
): Promise<void> {
  const moves = stored && stored.status !== columns.status;
  const write = target
    ? tasks()
        .update({ ...columns, revision: target.revision, ...(moves && { order: LAST_PLACE }) })
        .eq("id", target.id)
    : // Not an insert: when only the answer was lost, the row is there already.
      tasks().upsert({ ...columns, id: newId, user_id: userId });
  await write.select("id").then(unwrap).then(onlyRow);
}

/**
 * Moves a task on the board as it is shown. When another tab was quicker, the same move is made on
 * the board as it has become.
 * @param refresh reads the board anew.
 * @throws {BackendError} when the backend refuses; nothing is saved then.
 */
export async function saveMove(
  move: Move,
  shown: readonly Task[],
  refresh: () => Promise<readonly Task[]>,
): Promise<void> {
  let board = shown;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await savePlaces(changedPlaces(board, moveTask(board, move)));
    } catch (error) {
      if (!isConflict(error) || attempt === MOST_ATTEMPTS) throw error;
      board = await refresh();
      if (!board.some(({ id }) => id === move.id)) throw error;
    }
  }
}

/** The task as it was, to be put back; null when it had gone already. */
export async function removeTask(id: string): Promise<Task | null> {
  try {
    return await tasks().delete().eq("id", id).select().then(unwrap).then(onlyRow);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Puts a removed task back where it was. */
export async function restoreTask(task: Task): Promise<void> {
  await tasks().upsert(task).select("id").then(unwrap).then(onlyRow);
}

async function savePlaces(items: PlaceChange[]): Promise<void> {
  if (items.length === 0) return;
  // The generated type of a jsonb argument knows no interfaces.
  unwrap(await getClient("workspace").rpc("save_task_order", { items: items.map(asJson) }));
}

const asJson = (item: PlaceChange) => ({ ...item });

const tasks = () => getClient("workspace").from("workspace_tasks");

/** Asks the database for the place behind all others of the column. */
const LAST_PLACE = -1;
const MOST_ATTEMPTS = 4;
