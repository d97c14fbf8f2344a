import { useEffect, useState } from "react";
import { toast } from "sonner";
import { releaseFocus } from "../../ui/focus-recovery.ts";
import type { Task } from "./task.ts";

interface NewTask {
  /** A task that was just added and is visible: the board scrolls to it. */
  revealed: Task | null;
  onAdded: (id: string) => void;
  onRevealed: () => void;
}

/** Reveals a new task after it is stored; offers to clear the filter if it hides the task. */
export function useNewTask(board: {
  tasks: readonly Task[] | undefined;
  shown: readonly Task[] | undefined;
  /** The visible tasks follow the filter with a delay, and nothing is revealed behind the form. */
  settled: boolean;
  clearFilter: () => void;
}): NewTask {
  const { tasks, shown, settled, clearFilter } = board;
  const [added, setAdded] = useState<string | null>(null);
  const task = (settled && tasks?.find(({ id }) => id === added)) || null;
  const hidden = task !== null && !shown?.includes(task);
  useEffect(() => {
    if (!task || !hidden) return;
    setAdded(null);
    const show = () => {
      // When the focus leaves a toast, sonner restores the previous one. That must happen first.
      releaseFocus();
      clearFilter();
      setAdded(task.id);
    };
    toast("The new task is hidden by the filter.", {
      action: { label: "Clear filter", onClick: show },
      duration: OFFER_MS,
    });
  }, [task, hidden, clearFilter]);
  return {
    revealed: hidden ? null : task,
    onAdded: setAdded,
    onRevealed: () => setAdded(null),
  };
}

/** How long clearing the filter is offered. */
const OFFER_MS = 10_000;
