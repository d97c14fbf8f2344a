import { Plus } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useSession } from "../../auth/session-context.tsx";
import { useEditor } from "../../forms/use-editor.ts";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../shell/page-header.tsx";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { matchTasks, noFilter, tagsOf } from "./match-tasks.ts";
import { TaskBoard } from "./task-board.tsx";
import { TaskForm } from "./task-form.tsx";
import { statusFrom } from "./task-schema.ts";
import { useTasks } from "./tasks-queries.ts";
import { useNewTask } from "./use-new-task.ts";

/** The workspace user's tasks in three columns. */
export function TasksPage() {
  const { state } = useSession();
  if (state.status !== "signed-in") return <Notice>You must be logged in to see tasks.</Notice>;
  return <Tasks userId={state.userId} />;
}

function Tasks({ userId }: { userId: string }) {
  const { query, tasks, failure, moveTask, removeTask } = useTasks(userId);
  const { editing, preset, add, addWith, edit, close } = useEditor();
  const [filter, setFilter] = useState(noFilter);
  // Typing takes priority over rendering a full board.
  const applied = useDeferredValue(filter);
  const shown = useMemo(() => tasks && matchTasks(tasks, applied), [tasks, applied]);
  const clearFilter = useCallback(() => setFilter(noFilter), []);
  const settled = applied === filter && editing === null;
  const { revealed, onAdded, onRevealed } = useNewTask({ tasks, shown, settled, clearFilter });
  const tags = useMemo(() => tagsOf(tasks ?? []), [tasks]);
  const newTask = (
    <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={add}>
      New Task
    </Button>
  );
  const problem = failure || (query.isError ? messageOf(query.error) : "");
  const tryAgain = query.isError && <Button onClick={() => void query.refetch()}>Try again</Button>;
  return (
    <>
      <PageHeader actions={newTask} />
      {problem && (
        <div className="mb-4">
          <Notice action={tryAgain}>{problem}</Notice>
        </div>
      )}
      {query.isPending && <BoardSkeleton />}
      {tasks && shown && (
        <div className="grid gap-4">
          <FilterBar
            filter={filter}
            onChange={setFilter}
            tags={tags}
            shown={shown.length}
            all={tasks.length}
          />
          <TaskBoard
            tasks={tasks}
            shown={shown}
            filter={applied}
            revealed={revealed}
            onRevealed={onRevealed}
            onAdd={addWith}
            onEdit={edit}
            onMove={(move) => moveTask({ move, shown: tasks })}
          />
        </div>
      )}
      {editing !== null && (query.data || editing === "new") && (
        <TaskForm
          key={editing}
          row={editing === "new" ? null : query.data?.find(({ id }) => id === editing)}
          editing={editing}
          status={statusFrom(preset)}
          onAdded={onAdded}
          onRemove={removeTask}
          onClose={close}
        />
      )}
    </>
  );
}
