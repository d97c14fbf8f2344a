import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { mayCloseEditor } from "../../forms/unsaved-form.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import type { Task } from "./task.ts";
import type { QuickField } from "./task-menu.tsx";

/** The form in place of a card, if any. It closes before another one opens. */
export function useQuickEdit(board: {
  tasks: readonly Task[];
  tags: readonly string[];
  today: string;
  onEdit: (id: string) => void;
}) {
  const { tasks, today, tags, onEdit } = board;
  const [quick, setQuick] = useState<{ id: string; field: QuickField } | null>(null);
  const task = tasks.find(({ id }) => id === quick?.id);
  const latestOnEdit = useLatest(onEdit);
  /** Opens the whole form, which restores the draft of this one after it is unmounted. */
  const hand = (id: string) =>
    queueMicrotask(() => {
      flushSync(() => setQuick(null));
      latestOnEdit.current(id);
    });
  const goneId = quick && !task ? quick.id : null;
  // The whole form offers to save a removed task as a new one.
  const open = useEffectEvent(hand);
  useEffect(() => {
    if (goneId) open(goneId);
  }, [goneId]);
  const edited = quick &&
    task && {
      id: task.id,
      form: (
        <quickForm.Component
          key={task.id}
          task={task}
          first={quick.field}
          tags={tags}
          today={today}
          onOpen={() => hand(task.id)}
          onClose={() => setQuick(null)}
        />
      ),
    };
  return {
    edited: edited ?? null,
    editQuickly: (next: NonNullable<typeof quick>) => {
      if (mayCloseEditor()) setQuick(next);
    },
    onEdit: useCallback(
      (id: string) => {
        if (!mayCloseEditor()) return;
        setQuick(null);
        latestOnEdit.current(id);
      },
      [latestOnEdit],
    ),
  };
}

/** A dialog until its code is loaded. */
export const quickForm = lazyDialog(
  async () => (await import("./task-quick-form.tsx")).TaskQuickForm,
);
