import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { ANNOUNCED_MS } from "../../auth/live-areas.ts";
import { isUnanswered, messageOf } from "../../lib/errors.ts";
import { shorten } from "../../lib/shorten.ts";
import { usePending } from "../../lib/use-pending.ts";
import { offerUndo } from "../../ui/toasts/undo-toast.ts";
import { createListSync, FIRST_PART } from "../shell/changes.ts";
import { getBoardCopy } from "./board-copy.ts";
import { changedPlaces, columnsOf, type Move, moveTask, placeOf } from "./board-order.ts";
import { type Status, statusNames, type Task } from "./task.ts";
import { applyChanges } from "./task-changes.ts";
import { getTaskQueue } from "./task-queue-service.ts";
import * as api from "./tasks-api.ts";
import { ARCHIVE_TABLE, TABLE } from "./tool.ts";

const COMPLETE = [TABLE, "complete"];
const REMOVE = [TABLE, "remove"];
const RESTORE = [TABLE, "restore"];
const changes = [[TABLE]];
const archiveChanges = [[TABLE], [ARCHIVE_TABLE]];

const sync = createListSync(api.listTaskChanges);

export function tasksQuery(userId: string) {
  return queryOptions({
    queryKey: [TABLE, userId],
    queryFn: async (context) => {
      const copy = getBoardCopy(userId);
      const included = copy.changeKeys();
      const { rows, isChanged } = await sync(context);
      if (isChanged) void included.then((keys) => copy.replace(rows, keys));
      return rows;
    },
    structuralSharing: false,
    refetchInterval: ANNOUNCED_MS,
  });
}

/**
 * The user's tasks with all unsent changes applied, and the operations on them. The cached rows are
 * never modified: a refused change disappears with its request. Until all have been read, they are
 * the first of each column (`isPart`). Without a response, or before a late one, the rows are those
 * that this device has read last.
 */
export function useTasks(userId: string) {
  const client = useQueryClient();
  const { data: first } = useQuery({
    queryKey: [...tasksQuery(userId).queryKey, "first"],
    queryFn: () => api.listFirstTasks(userId),
    enabled: client.getQueryData(tasksQuery(userId).queryKey) === undefined,
    retry: false,
    gcTime: 0,
  });
  const query = useQuery(tasksQuery(userId));
  const isMissing = query.data === undefined;
  const [isLate, setLate] = useState(() => !navigator.onLine);
  useEffect(() => {
    const timer = isMissing && setTimeout(() => setLate(true), COPY_AFTER_MS);
    return () => clearTimeout(timer || undefined);
  }, [isMissing]);
  const offline = isUnanswered(query.error) || (isMissing && isLate && !query.isError);
  const { data: copy, isPending: isReading } = useQuery({
    queryKey: ["tasks copy", userId],
    queryFn: async () => (await getBoardCopy(userId).read()) ?? null,
    enabled: offline && isMissing && (!first || isUnanswered(query.error)),
    retry: false,
    staleTime: 0,
  });
  const actions = useTaskActions(userId);
  const { queue } = actions;
  const unsent = useSyncExternalStore(queue.subscribe, queue.shown);
  const removals = usePending(REMOVE, ({ id }: Task) => id);
  const rows: readonly Task[] | undefined = query.data ?? (offline && copy ? copy : first);
  const isPart = isMissing && rows !== undefined && rows === first && rows.length >= FIRST_PART;
  const tasks = useMemo(() => {
    const left = removals.length > 0 ? rows?.filter(({ id }) => !removals.includes(id)) : rows;
    return left && applyChanges(left, unsent);
  }, [rows, unsent, removals]);
  // Not while the copy may still be found.
  const failed = query.isError && (rows ? !offline : !offline || !isReading);
  const isOffline = offline && rows !== undefined && (!isMissing || rows === copy);
  return { query, tasks, isPart, offline: isOffline, failed, ...actions };
}

/** Moves tasks to the top of Done from a screen without the board, with an undo. */
export function useCompletion(userId: string) {
  const { failure, completeTask, queue } = useTaskActions(userId);
  const unsent = useSyncExternalStore(queue.subscribe, queue.shown);
  // Until the screen has read the result, or while it waits for a connection.
  const pending = usePending(COMPLETE, ({ id }: Pick<Task, "id">) => id);
  const kept = unsent.flatMap(({ change }) =>
    change.kind === "move" && change.status === "done" ? change.id : [],
  );
  return { failure, completeTask, completing: [...pending, ...kept] };
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
    onSuccess: (count) => void toast.success(restoredText(count)),
  });
  const deleting = useMutation({ ...options, mutationFn: api.deleteArchivedTask });
  return {
    pending: restoring.isPending || deleting.isPending,
    restore: restoring.mutate,
    remove: deleting.mutate,
  };
}

const tasksText = (count: number) => `${count} ${count === 1 ? "task" : "tasks"}`;

const restoredText = (count: number) => `${tasksText(count)} restored to Done.`;

function useTaskActions(userId: string) {
  const client = useQueryClient();
  const [failure, setFailure] = useState("");
  const dismissFailure = useCallback(() => setFailure(""), []);
  useEffect(() => {
    addEventListener("online", dismissFailure);
    return () => removeEventListener("online", dismissFailure);
  }, [dismissFailure]);
  const queue = getTaskQueue(userId, client);
  const options = {
    onMutate: dismissFailure,
    onError: (error: Error) => setFailure(messageOf(error)),
  };
  const moving = useMutation({
    ...options,
    mutationFn: async ({ move, shown }: MoveVariables) => {
      const was = (shown.find(({ id }) => id === move.id)?.status ?? move.status) as Status;
      const isMoved = changedPlaces(shown, moveTask(shown, move)).length > 0;
      if (isMoved) await queue.submit({ kind: "move", ...move, was });
      return isMoved;
    },
    onSuccess: (isMoved, { move, undo }) => {
      if (isMoved && undo) offerUndo(`Moved to ${statusNames[move.status]}.`, undo);
    },
  });
  const completing = useMutation({
    ...options,
    mutationKey: COMPLETE,
    meta: { changes },
    mutationFn: async ({ id, status }: Pick<Task, "id" | "status">) => {
      const was = status as Status;
      const readCopy = () => getBoardCopy(userId).read();
      const board = { ...tasksQuery(userId), staleTime: 0 };
      // Where Undo returns it to.
      const reading = navigator.onLine ? client.fetchQuery(board).catch(readCopy) : readCopy();
      await queue.submit({ kind: "move", ...nowhere, id, status: "done", was }, reading);
      const back = placeOf(id, columnsOf((await reading) ?? []));
      return back?.status === was ? back : { ...nowhere, id, status: was };
    },
    onSuccess: (back) => {
      const undo = () =>
        queue.submit({ kind: "move", ...back, was: "done" }).catch(options.onError);
      offerUndo(`Moved to ${statusNames.done}.`, () => void undo());
    },
  });
  const restoring = useMutation({
    ...options,
    meta: { changes },
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
    meta: { changes },
    mutationKey: REMOVE,
    mutationFn: async (task: Task) => {
      await queue.flush();
      return api.removeTask(task);
    },
    onSuccess: (removed) => {
      if (!removed) return;
      offerUndo(`Deleted “${shorten(removed.title, SHOWN_TITLE)}”.`, () => restore(removed));
    },
  });
  const archiving = useMutation({
    ...options,
    mutationFn: (ids: readonly string[]) => queue.submit({ kind: "archive", ids }),
    onSuccess: (_nothing, ids) => {
      const undo = () =>
        queue
          .submit({ kind: "restore", ids })
          .then(() => void toast.success(restoredText(ids.length)))
          .catch(options.onError);
      offerUndo(`${tasksText(ids.length)} archived.`, () => void undo());
    },
  });
  function restore(task: Task): void {
    restoring.mutate(task);
  }
  return {
    /** Error message of the last move, removal or archiving; empty when there is none. */
    failure,
    dismissFailure,
    queue,
    moveTask: moving.mutate,
    completeTask: completing.mutate,
    removeTask: removing.mutate,
    archiveTasks: archiving.mutate,
  };
}

interface MoveVariables {
  move: Move;
  /** The tasks shown when the move was made. */
  shown: readonly Task[];
  /** Offered once the move is saved. */
  undo?: (() => void) | undefined;
}

/** At the top of Done, or at the end of another column. */
const nowhere = { after: null, before: null };

/** How long to wait before the tasks of the last visit are shown, in milliseconds. */
const COPY_AFTER_MS = 1_500;

/** Characters of a title in a notification. */
const SHOWN_TITLE = 40;
