import { Plus } from "lucide-react";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { toast } from "sonner";
import { useSession } from "../../auth/session-context.tsx";
import { useEditor } from "../../forms/use-editor.ts";
import { readErrorOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { releaseFocus } from "../../ui/focus-recovery.ts";
import { type PageKey, usePageKeys } from "../../ui/hooks/use-page-keys.ts";
import { useWide } from "../../ui/hooks/use-wide.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { FilterBar, FilterButton } from "./filter-bar.tsx";
import { matchTasks, noFilter, tagsOf } from "./match-tasks.ts";
import { statuses, statusFrom, type Task } from "./task.ts";
import { TaskArchive } from "./task-archive.tsx";
import { TaskBoard } from "./task-board.tsx";
import { useTasks } from "./tasks-queries.ts";
import { newTask } from "./tool.ts";
import { UnsentChanges } from "./unsent-changes.tsx";
import { quickForm } from "./use-quick-edit.tsx";
import { useTaskFilter } from "./use-task-filter.ts";
import { useToday } from "./use-today.ts";

/** The workspace user's tasks in three columns. */
export function TasksPage() {
  const { state } = useSession();
  if (state.status !== "signed-in") return <Notice>You must be logged in to see tasks.</Notice>;
  return <Tasks userId={state.userId} />;
}

function Tasks({ userId }: { userId: string }) {
  const { query, tasks, isPart, offline, failed, queue, failure, dismissFailure, ...actions } =
    useTasks(userId);
  const { moveTask, removeTask, archiveTasks } = actions;
  const { editing, preset, add, addWith, edit, close } = useEditor();
  const [filter, setFilter] = useTaskFilter();
  const wide = useWide();
  const [filtering, setFiltering] = useState(false);
  // Typing takes priority over rendering a full board.
  const applied = useDeferredValue(filter);
  const today = useToday();
  const shown = useMemo(() => tasks && matchTasks(tasks, applied, today), [tasks, applied, today]);
  // A filter or another order needs all tasks.
  const isBoard = !isPart || (shown === tasks && applied.sort === "");
  const isListed = tasks !== undefined;
  useEffect(() => {
    if (!isListed) return;
    void taskForm.preload();
    void quickForm.preload();
  }, [isListed]);
  usePageKeys(useMemo(() => [{ ...newTask, run: add }, ...BOARD_KEYS], [add]));
  const clearFilter = useCallback(() => setFilter(noFilter), [setFilter]);
  const settled = applied === filter && editing === null;
  const { revealed, onAdded, onRevealed } = useNewTask({ tasks, shown, settled, clearFilter });
  const archive = useCallback(
    (done: readonly Task[]) => archiveTasks(done.map(({ id }) => id)),
    [archiveTasks],
  );
  const tags = useMemo(() => tagsOf(tasks ?? []), [tasks]);
  const addButton = (
    <Button look="primary" icon={<Plus />} className="max-md:px-3!" onClick={add}>
      <span className="max-[24rem]:sr-only">New Task</span>
    </Button>
  );
  const problem = failure || (failed && query.error ? readErrorOf(query.error) : "");
  const action = failure ? (
    <Button onClick={dismissFailure}>Dismiss</Button>
  ) : (
    <Button onClick={() => void query.refetch()}>Try again</Button>
  );
  return (
    // The page is as high as the window, so that the board fills the space below its header.
    <div className="md:flex md:h-[calc(100dvh-6.25rem)] md:min-h-[32rem] md:flex-col lg:h-[calc(100dvh-4rem)]">
      <PageHeader
        compact
        actions={
          <>
            {!wide && (
              <FilterButton
                filter={filter}
                open={filtering}
                onToggle={() => setFiltering(!filtering)}
              />
            )}
            <TaskArchive userId={userId} />
            {addButton}
          </>
        }
      />
      {problem && (
        <div className="mb-4">
          <Notice action={action}>{problem}</Notice>
        </div>
      )}
      <UnsentChanges queue={queue} tasks={tasks} offline={offline} />
      {!tasks && !failed && <BoardSkeleton />}
      {tasks && shown && (
        <div className="grid min-h-0 flex-1 gap-2 md:flex md:flex-col md:gap-4">
          {(wide || filtering) && (
            <FilterBar
              filter={filter}
              onChange={setFilter}
              tags={tags}
              shown={shown.length}
              all={isPart ? undefined : tasks.length}
            />
          )}
          {isBoard ? (
            <TaskBoard
              tasks={tasks}
              shown={shown}
              isPart={isPart}
              filter={applied}
              today={today}
              revealed={revealed}
              onRevealed={onRevealed}
              onAdd={addWith}
              onEdit={edit}
              onMove={(move, undo) => moveTask({ move, shown: tasks, undo })}
              onArchive={archive}
              onRemove={removeTask}
              tags={tags}
            />
          ) : (
            <BoardSkeleton />
          )}
        </div>
      )}
      {editing !== null && isReady(editing, tasks, isPart) && (
        <taskForm.Component
          key={editing}
          row={editing === "new" ? null : tasks?.find(({ id }) => id === editing)}
          editing={editing}
          status={statusFrom(preset)}
          tags={tags}
          onAdded={onAdded}
          onRemove={removeTask}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Whether the form of this task can open: among the first tasks, an absent one may still follow. */
function isReady(id: string, tasks: readonly Task[] | undefined, isPart: boolean): boolean {
  if (id === "new") return true;
  return isPart ? !!tasks?.some((task) => task.id === id) : tasks !== undefined;
}

// Not in the first chunk, because it needs the code of forms and their schemas.
const taskForm = lazyDialog(async () => (await import("./task-form.tsx")).TaskForm);

/** Keys that the board handles itself. */
const BOARD_KEYS: readonly PageKey[] = [
  { keys: "Arrow keys", text: "From task to task" },
  { keys: "Enter", text: "Edit the task" },
  { keys: "Space", text: "Pick the task up and move it with the arrow keys" },
];

/** Reveals a new task after it is stored; offers to clear the filter if it hides the task. */
function useNewTask(board: {
  tasks: readonly Task[] | undefined;
  shown: readonly Task[] | undefined;
  /** The visible tasks follow the filter with a delay, and nothing is revealed behind the form. */
  settled: boolean;
  clearFilter: () => void;
}) {
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
    /** A task that was just added and is visible: the board scrolls to it. */
    revealed: hidden ? null : task,
    onAdded: setAdded,
    onRevealed: () => setAdded(null),
  };
}

/** How long clearing the filter is offered. */
const OFFER_MS = 10_000;

/** Placeholder while the board is loading. */
function BoardSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {statuses.map((status, index) => (
        <div key={status} className={index > 0 ? "max-md:hidden" : ""}>
          <SkeletonRows rows={4} height="h-20" />
        </div>
      ))}
    </div>
  );
}
