import { useMutation } from "@tanstack/react-query";
import { memo } from "react";
import { useForm } from "react-hook-form";
import { useUser } from "../../auth/session-context.tsx";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { messageOf } from "../../lib/errors.ts";
import { bringIntoView } from "../../ui/drag-and-drop/bring-into-view.ts";
import { type Status, statusNames } from "./task.ts";
import { TASK_TITLE_MAX_LENGTH, taskSchema, toTaskValues } from "./task-schema.ts";
import { saveTask } from "./tasks-api.ts";

/** A line at the end of a column: Enter adds a task there, and the line is free for the next. */
export const QuickTask = memo(function QuickTask({ status }: { status: Status }) {
  const { userId } = useUser();
  const form = useForm({ defaultValues: { title: "" } });
  const place = { place: "page" } as const;
  const line = useUnsavedForm(form, `workspace_tasks line ${status}`, null, place);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (title: string) => {
      const columns = taskSchema.parse({ ...toTaskValues(null, status), title });
      return saveTask(columns, null, { newId: line.newId, userId, stored: null });
    },
    meta: { changes: [["workspace_tasks"]] },
    onSuccess: () => {
      line.markSaved();
      line.startOver();
      form.reset();
    },
    // By now the board has the task.
    onSettled: (task) =>
      bringIntoView(() => document.querySelector(`[data-drag-item="${task?.id}"]`)),
  });
  return (
    <form
      onSubmit={form.handleSubmit(({ title }) => {
        if (title.trim() !== "" && !isPending) mutate(title);
      })}
    >
      <input
        type="text"
        aria-label={`New task in ${statusNames[status]}`}
        placeholder={isPending ? "Saving..." : "Type a task, press Enter"}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={TASK_TITLE_MAX_LENGTH}
        // Disabled, it would lose the focus.
        readOnly={isPending}
        aria-busy={isPending}
        className="h-10 w-full rounded bg-transparent px-2 text-note outline-none placeholder:text-soft focus:bg-surface"
        {...form.register("title")}
      />
      {error && (
        <p role="alert" className="px-2 pb-1 text-small text-bad">
          {messageOf(error)} Press Enter to try again.
        </p>
      )}
    </form>
  );
});
