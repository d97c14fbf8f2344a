import {
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { messageOf } from "../../lib/errors.ts";
import { type Move, moveTask } from "./board-order.ts";
import type { Task } from "./task.ts";
import { listTasks, removeTask, restoreTask, saveMove } from "./tasks-api.ts";

const TABLE = "workspace_tasks";
const MOVE = [TABLE, "move"];
const REMOVE = [TABLE, "remove"];
const RESTORE = [TABLE, "restore"];
const changes = [[TABLE]];

/** How long an Undo is offered. */
const UNDO_MS = 10_000;

export function tasksQuery(userId: string) {
  return queryOptions({ queryKey: [TABLE, userId], queryFn: () => listTasks(userId) });
}

/**
 * The user's tasks as they will be once everything under way is saved, and what can be done with
 * them. What is stored is never touched here: a move that fails is gone with its request.
 */
export function useTasks(userId: string) {
  const query = useQuery(tasksQuery(userId));
  const moves = usePending(MOVE, ({ move }: MoveVariables) => move);
  const removals = usePending(REMOVE, ({ id }: Task) => id);
  const tasks = useMemo(() => {
    const gone = new Set(removals);
    const left = gone.size > 0 ? query.data?.filter(({ id }) => !gone.has(id)) : query.data;
    return left && moves.reduce<readonly Task[]>(moveTask, left);
  }, [query.data, moves, removals]);
  return { query, tasks, ...useTaskActions(userId) };
}

function useTaskActions(userId: string) {
  const client = useQueryClient();
  const [failure, setFailure] = useState("");
  const reading = tasksQuery(userId);
  const options = {
    meta: { changes },
    onMutate: () => setFailure(""),
    onError: (error: Error) => setFailure(messageOf(error)),
  };
  const moving = useMutation({
    ...options,
    mutationKey: MOVE,
    // One after the other, as each starts from the board the one before leaves.
    scope: { id: "workspace_tasks order" },
    mutationFn: ({ move, shown }: MoveVariables) =>
      saveMove(move, shown, () => client.fetchQuery({ ...reading, staleTime: 0 })),
  });
  const restoring = useMutation({
    ...options,
    mutationKey: RESTORE,
    mutationFn: restoreTask,
    onError: (error, task) => {
      // The words stand nowhere else any more, so the way back stays open.
      const again = { label: "Try again", onClick: () => restore(task) };
      toast.error(messageOf(error), { action: again, duration: Number.POSITIVE_INFINITY });
    },
  });
  const removing = useMutation({
    ...options,
    mutationKey: REMOVE,
    mutationFn: ({ id }: Task) => removeTask(id),
    onSuccess: (removed) => {
      if (!removed) return;
      const undo = { label: "Undo", onClick: () => restore(removed) };
      toast(`Deleted “${shortened(removed.title)}”.`, { action: undo, duration: UNDO_MS });
    },
  });
  function restore(task: Task): void {
    restoring.mutate(task);
  }
  return {
    /** The backend's word on the last move or removal; empty when all is well. */
    failure,
    moveTask: moving.mutate,
    removeTask: removing.mutate,
  };
}

interface MoveVariables {
  move: Move;
  /** The tasks the move was decided on. */
  shown: readonly Task[];
}

/** What each write of this kind that is under way is about, oldest first. */
function usePending<Variables, Part>(
  mutationKey: readonly string[],
  pick: (variables: Variables) => Part,
): Part[] {
  return useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => pick(state.variables as Variables),
  });
}

const shortened = (title: string) => {
  const characters = [...title];
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : title;
};
