import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { toast } from "sonner";
import { ANNOUNCED_MS } from "../../auth/live-areas.ts";
import { messageOf } from "../../lib/errors.ts";
import { shorten } from "../../lib/shorten.ts";
import { usePending } from "../../lib/use-pending.ts";
import { offerUndo } from "../../ui/toasts/undo-toast.ts";
import { storeCopy } from "../shell/device-copy.ts";
import { columnsOf, entryTo, type Move, moveTask, placeOf } from "./board-order.ts";
import { statusNames, type Task } from "./task.ts";
import * as api from "./tasks-api.ts";
import { ARCHIVE_TABLE, TABLE, TASKS_COPY } from "./tool.ts";

const MOVE = [TABLE, "move"];
const COMPLETE = [TABLE, "complete"];
const REMOVE = [TABLE, "remove"];
const RESTORE = [TABLE, "restore"];
const ARCHIVE = [TABLE, "archive"];
const changes = [[TABLE]];
const archiveChanges = [[TABLE], [ARCHIVE_TABLE]];

export function tasksQuery(userId: string) {
  return queryOptions({
    queryKey: [TABLE, userId],
    queryFn: async () => {
      const tasks = await api.listTasks(userId);
      void storeCopy(userId, TASKS_COPY, tasks);
      return tasks;
    },
    refetchInterval: ANNOUNCED_MS,
  });
}

/**
 * The user's tasks with all pending writes applied, and the operations on them. The cached rows are
 * never modified: a failed move disappears with its request.
 */
export function useTasks(userId: string) {
  const query = useQuery(tasksQuery(userId));
  const moves = usePending(MOVE, ({ move }: MoveVariables) => move);
  const removals = usePending(REMOVE, ({ id }: Task) => id);
  const archived = usePending<readonly string[]>(ARCHIVE);
  const tasks = useMemo(() => {
    const gone = new Set([...removals, ...archived.flat()]);
    const left = gone.size > 0 ? query.data?.filter(({ id }) => !gone.has(id)) : query.data;
    return left && moves.reduce<readonly Task[]>(moveTask, left);
  }, [query.data, moves, removals, archived]);
  return { query, tasks, ...useTaskActions(userId) };
}

/** Moves tasks to the top of Done from a screen without the board, with an undo. */
export function useCompletion(userId: string) {
  const { failure, completeTask } = useTaskActions(userId);
  return { failure, completeTask, completing: usePending<string>(COMPLETE) };
}

export function archiveQuery(userId: string) {
  return queryOptions({
    queryKey: [ARCHIVE_TABLE, userId],
    queryFn: () => api.listArchivedTasks(userId),
  });
}

/** Restoring and deleting what is archived; failures are shown in a notification. */
export function useArchive() {
  const options = {
    meta: { changes: archiveChanges },
    onError: (error: Error) => void toast.error(messageOf(error), { duration: 10_000 }),
  };
  const restoring = useMutation({
    ...options,
    mutationFn: api.restoreArchivedTasks,
    onSuccess: (count) => void toast.success(`${tasksText(count)} restored to Done.`),
  });
  const deleting = useMutation({ ...options, mutationFn: api.deleteArchivedTask });
  return {
    pending: restoring.isPending || deleting.isPending,
    restore: restoring.mutate,
    remove: deleting.mutate,
  };
}

const tasksText = (count: number) => `${count} ${count === 1 ? "task" : "tasks"}`;

function useTaskActions(userId: string) {
  const client = useQueryClient();
  const [failure, setFailure] = useState("");
  const dismissFailure = useCallback(() => setFailure(""), []);
  useEffect(() => {
    addEventListener("online", dismissFailure);
    return () => removeEventListener("online", dismissFailure);
  }, [dismissFailure]);
  const readBoard = () => client.fetchQuery({ ...tasksQuery(userId), staleTime: 0 });
  const options = {
    meta: { changes },
    onMutate: dismissFailure,
    onError: (error: Error) => setFailure(messageOf(error)),
  };
  // Sequential, as each move starts from the board the previous one leaves.
  const ordering = { ...options, scope: { id: "workspace_tasks order" } };
  const moving = useMutation({
    ...ordering,
    mutationKey: MOVE,
    mutationFn: async ({ move, shown }: MoveVariables) =>
      api.saveMove(move, shown ?? (await readBoard()), readBoard),
    onSuccess: (_nothing, { move, undo }) => {
      if (undo) offerUndo(`Moved to ${statusNames[move.status]}.`, undo);
    },
  });
  const completing = useMutation({
    ...ordering,
    mutationKey: COMPLETE,
    mutationFn: async (id: string) => {
      const board = await readBoard();
      const columns = columnsOf(board);
      await api.saveMove(entryTo("done", id, columns), board, readBoard);
      return placeOf(id, columns);
    },
    onSuccess: (back) => {
      if (back) offerUndo(`Moved to ${statusNames.done}.`, () => moving.mutate({ move: back }));
    },
  });
  const restoring = useMutation({
    ...options,
    mutationKey: RESTORE,
    mutationFn: api.restoreTask,
    onError: (error, task) => {
      // The notification has the only copy of the text, so a retry stays available.
      const again = { label: "Try again", onClick: () => restore(task) };
      toast.error(messageOf(error), { action: again, duration: Number.POSITIVE_INFINITY });
    },
  });
  const removing = useMutation({
    ...options,
    mutationKey: REMOVE,
    mutationFn: api.removeTask,
    onSuccess: (removed) => {
      if (!removed) return;
      offerUndo(`Deleted “${shorten(removed.title, SHOWN_TITLE)}”.`, () => restore(removed));
    },
  });
  const { restore: unarchive } = useArchive();
  const archiving = useMutation({
    ...options,
    mutationKey: ARCHIVE,
    meta: { changes: archiveChanges },
    mutationFn: api.archiveTasks,
    onSuccess: (count, ids) => {
      if (count > 0) offerUndo(`${tasksText(count)} archived.`, () => unarchive(ids));
    },
  });
  function restore(task: Task): void {
    restoring.mutate(task);
  }
  return {
    /** Error message of the last move, removal or archiving; empty when there is none. */
    failure,
    dismissFailure,
    moveTask: moving.mutate,
    completeTask: completing.mutate,
    removeTask: removing.mutate,
    archiveTasks: archiving.mutate,
  };
}

interface MoveVariables {
  move: Move;
  /** The tasks shown when the move was made; they are read first where none were. */
  shown?: readonly Task[];
  /** Offered once the move is saved. */
  undo?: (() => void) | undefined;
}

/** Characters of a title in a notification. */
const SHOWN_TITLE = 40;
