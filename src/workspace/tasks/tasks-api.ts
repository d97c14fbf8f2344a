import type { Json } from "../../../shared/database.types.ts";
import type { SaveTarget } from "../../forms/entry.ts";
import { BackendError, onlyRow, unwrap } from "../../lib/errors.ts";
import { requireReach } from "../../lib/reach.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";
import { FIRST_PART, readChanges } from "../shell/changes.ts";
import type { ArchivedTask, Task } from "./task.ts";
import type { QueuedChange } from "./task-changes.ts";
import type { TaskColumns } from "./task-schema.ts";

/** The first changes of the user's tasks after this change number. */
export const listTaskChanges = (since: number) =>
  readChanges<Task>((page) => getClient("workspace").rpc("task_changes", page), since);

/** The first tasks of all columns. Each column's are the first of it, without a gap. */
export async function listFirstTasks(userId: string): Promise<Task[]> {
  return tasks()
    .select()
    .eq("user_id", userId)
    .order("order")
    .order("id")
    .limit(FIRST_PART)
    .then(unwrap);
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
 * Updates a task in the shown revision.
 * @param columns changing the task's column moves it to the end of the new one, or to the top of
 * Done.
 * @throws {BackendError} a conflict when the task was changed since; gone when it no longer exists.
 * @returns the task as stored.
 */
export async function saveTask(
  columns: TaskColumns,
  { id, revision }: NonNullable<SaveTarget>,
  shown: Task | null | undefined,
): Promise<Task> {
  const moves = shown && shown.status !== columns.status;
  const changed = { ...columns, revision, ...(moves && { order: LAST_PLACE }) };
  return tasks().update(changed).eq("id", id).select().then(unwrap).then(onlyRow);
}

/**
 * Applies a change of the board, unless it was applied before.
 * @throws {BackendError} when the backend refuses; then nothing is changed.
 */
export async function sendChange({ id, change }: QueuedChange): Promise<void> {
  requireReach("workspace");
  await getClient("workspace")
    // The generated type of a jsonb argument does not accept interfaces.
    .rpc("change_tasks", { change_id: id, change: change as unknown as Json })
    .abortSignal(AbortSignal.timeout(TIME_LIMIT_MS))
    .then(unwrap);
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
  return readAll("archived_at.desc,order,id", (counting) =>
    archive().select("*", counting).eq("user_id", userId),
  );
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

const tasks = () => getClient("workspace").from("workspace_tasks");

const archive = () => getClient("workspace").from("archived_tasks");

/** Makes the database append the task to the column. */
const LAST_PLACE = -1;

/** How long a change waits for a response before it stays on the device, in milliseconds. */
const TIME_LIMIT_MS = 20_000;
