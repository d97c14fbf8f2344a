import type { SaveTarget } from "../../forms/entry.ts";
import { BackendError, isConflict, onlyRow, unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";
import { changedPlaces, type Move, moveTask, type PlaceChange } from "./board-order.ts";
import type { ArchivedTask, Task } from "./task.ts";
import type { TaskColumns } from "./task-schema.ts";

/** All tasks of the user in their order, across columns. */
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
 * Counts overdue tasks.
 * @param today as returned by `todayHere`.
 */
export async function countOverdue(userId: string, today: string): Promise<number> {
  const { count, error } = await tasks()
    .select("id", { count: "exact", head: true })
    .eq("user_id", userId)
    .neq("status", "done")
    .lt("due_date", `${today}T00:00:00Z`);
  if (error) throw error;
  return count ?? 0;
}

/**
 * Upserts a new task under `newId` (idempotent), or updates the row given by `target`.
 * @param stored the known task; changing its column moves it to the end of the new one, or to the
 * top of Done.
 * @throws {BackendError} a conflict when the row is no longer at the target's revision, or a new
 * task was added by an earlier attempt and changed since; gone when it no longer exists.
 * @returns the task as stored.
 */
export async function saveTask(
  columns: TaskColumns,
  target: SaveTarget,
  { newId, userId, stored }: { newId: string; userId: string; stored: Task | null | undefined },
): Promise<Task> {
  const moves = stored && stored.status !== columns.status;
  const write = target
    ? tasks()
        .update({ ...columns, revision: target.revision, ...(moves && { order: LAST_PLACE }) })
        .eq("id", target.id)
    : // An upsert: if only the response was lost, the row already exists, perhaps changed elsewhere.
      tasks().upsert({ ...columns, id: newId, user_id: userId, revision: 1 });
  return write.select().then(unwrap).then(onlyRow);
}

/**
 * Moves a task on the board as shown. If another tab was faster, the move is repeated on the
 * updated board.
 * @param refresh reads the board again.
 * @throws {BackendError} when the backend refuses; then nothing is saved.
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

/**
 * Removes the task in the shown revision.
 * @returns the removed task, for undo; null when it was already removed.
 * @throws {BackendError} a conflict when it was changed since, so that unread changes are not
 * deleted.
 */
export async function removeTask({ id, revision }: Task): Promise<Task | null> {
  const removal = tasks().delete().eq("id", id).eq("revision", revision);
  const [removed] = await removal.select().then(unwrap);
  if (removed) return removed;
  const left = await tasks().select("id").eq("id", id).then(unwrap);
  if (left.length === 0) return null;
  throw new BackendError("The task was changed in the meantime. It was not deleted.", {
    code: "PT409",
    status: 409,
  });
}

/** Restores a removed task to its place. */
export async function restoreTask(task: Task): Promise<void> {
  await tasks().upsert(task).select("id").then(unwrap).then(onlyRow);
}

/** The user's archived tasks, last archived first. */
export async function listArchivedTasks(userId: string): Promise<ArchivedTask[]> {
  return readAll((from, to) =>
    archive()
      .select("*", { count: "exact" })
      .eq("user_id", userId)
      .order("archived_at", { ascending: false })
      .order("order", { ascending: true })
      .order("id", { ascending: true })
      .range(from, to),
  );
}

/**
 * Moves done tasks to the archive.
 * @returns the number of tasks that were still on the board.
 */
export async function archiveTasks(ids: readonly string[]): Promise<number> {
  return getClient("workspace")
    .rpc("archive_tasks", { ids: [...ids] })
    .then(unwrap);
}

/** Returns archived tasks to Done. @throws {BackendError} when none of them is in the archive. */
export async function restoreArchivedTasks(ids: readonly string[]): Promise<number> {
  const count = await getClient("workspace")
    .rpc("restore_tasks", { ids: [...ids] })
    .then(unwrap);
  if (count === 0) throw new BackendError("This is no longer in the archive.");
  return count;
}

export async function deleteArchivedTask(id: string): Promise<void> {
  await archive().delete().eq("id", id).select("id").then(unwrap).then(onlyRow);
}

async function savePlaces(items: PlaceChange[]): Promise<void> {
  if (items.length === 0) return;
  // The generated type of a jsonb argument does not accept interfaces.
  unwrap(await getClient("workspace").rpc("save_task_order", { items: items.map(asJson) }));
}

const asJson = (item: PlaceChange) => ({ ...item });

const tasks = () => getClient("workspace").from("workspace_tasks");

const archive = () => getClient("workspace").from("archived_tasks");

/** Makes the database append the task to the column. */
const LAST_PLACE = -1;
const MOST_ATTEMPTS = 4;
