import { Suspense, useCallback, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { mayCloseEditor } from "../../forms/unsaved-form.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { lazyComponent } from "../../ui/lazy-component.ts";
import { Spinner } from "../../ui/spinner.tsx";
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
        <Suspense key={task.id} fallback={<Spinner />}>
          <quickForm.Component
            task={task}
            first={quick.field}
            tags={tags}
            today={today}
            onOpen={() => hand(task.id)}
            onClose={() => setQuick(null)}
          />
        </Suspense>
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

export const quickForm = lazyComponent(
  async () => (await import("./task-quick-form.tsx")).TaskQuickForm,
);
