import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { DESCRIPTION_MAX_LENGTH } from "../../../shared/limits.ts";
import { useUser } from "../../auth/session-context.tsx";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { readErrorOf } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { usePending } from "../../lib/use-pending.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { bringIntoView } from "../../ui/drag-and-drop/bring-into-view.ts";
import { type Status, statusNames, TASK_TITLE_MAX_LENGTH, type Task } from "./task.ts";
import { getTaskQueue } from "./task-queue-service.ts";
import type { TaskValues } from "./task-schema.ts";

interface EnteredTask {
  /** Id of the new task, the same for every attempt to save it. */
  id: string;
  title: string;
  status: Status;
  /** What was understood beside the title. */
  values?: Partial<TaskValues>;
  error?: string;
}

/** Text typed in the line of each column, and the tasks entered there that are not saved yet. */
export type QuickTasks = Record<Status, string> & { entered: EnteredTask[] };

/**
 * The form of the lines of all columns. Narrow screens render one of them at a time.
 * @param tasks the board. A tab that was closed may have added an entered task.
 */
export function useQuickTasks(tasks: readonly Task[]): UseFormReturn<QuickTasks> {
  const form = useForm<QuickTasks>({
    defaultValues: { todo: "", inprogress: "", done: "", entered: [] },
  });
  useUnsavedForm(form, "workspace_tasks lines", null, { place: "page" });
  useEffect(() => {
    const entered = form.getValues("entered");
    const left = entered.filter(({ id }) => !tasks.some((task) => task.id === id));
    if (left.length < entered.length) form.setValue("entered", left, { shouldDirty: true });
  }, [form, tasks]);
  return form;
}

interface QuickTaskProps {
  status: Status;
  form: UseFormReturn<QuickTasks>;
}

/**
 * A line at the end of a column: Enter adds a task there, and the line is free for the next at once.
 * A task that could not be saved stays above it. Dates, tags and the like are read from the text as
 * soon as the code for it is loaded; chips show what was understood.
 */
export const QuickTask = memo(function QuickTask({ status, form }: QuickTaskProps) {
  const entered = useWatch({ control: form.control, name: "entered" });
  const setEntered = (tasks: EnteredTask[]) =>
    form.setValue("entered", tasks, { shouldDirty: true });
  const save = useSave((task, error) => {
    const all = form.getValues("entered");
    const withError = (one: EnteredTask) =>
      one.id === task.id ? { ...one, error: readErrorOf(error) } : one;
    setEntered(error ? all.map(withError) : all.filter(({ id }) => id !== task.id));
  });
  const saving = usePending(ADD, ({ id }: EnteredTask) => id);
  const own = entered.filter((task) => task.status === status);
  const failed = own.filter(({ id }) => !saving.includes(id));
  const [capture, setCapture] = useState<Capture | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [pasted, setPasted] = useState<string | null>(null);
  const text = useWatch({ control: form.control, name: status });
  const kept = refused.filter((words) => text.toLowerCase().includes(words));
  if (kept.length < refused.length) setRefused(kept);
  const read = capture?.readQuickTask(text, kept);
  const isDeleting = useRef(false);
  const write = (line: string) => {
    form.setValue(status, line, { shouldDirty: true });
    setPasted(null);
    form.setFocus(status);
  };
  const add = (tasks: Pick<EnteredTask, "title" | "values">[]) => {
    const added = tasks.map((task) => ({ ...fitTitle(task), id: newId(), status }));
    setEntered([...form.getValues("entered"), ...added]);
    write("");
    for (const task of added) save(task);
  };
  /** The words become text again, until they are changed. */
  const refuse = (words: string) => {
    setRefused([...kept, words.toLowerCase()]);
    form.setFocus(status);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isBackspace = event.key === "Backspace" && selectionStart === selectionEnd;
    // The next Backspace deletes.
    const refuses = isBackspace && !isDeleting.current && !event.ctrlKey && !event.altKey;
    isDeleting.current = isBackspace;
    const phrase = refuses
      ? read?.phrases.find(({ to }) => to === selectionEnd)
      : event.key === "Escape" && read?.phrases.at(-1);
    if (!phrase) return;
    event.preventDefault();
    refuse(phrase.words);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const lines = event.clipboardData.getData("text/plain");
    const line = value.slice(0, selectionStart ?? 0) + lines + value.slice(selectionEnd ?? 0);
    const fits = line.length <= DESCRIPTION_MAX_LENGTH;
    if (!capture || (fits && capture.linesOf(lines).length < 2)) return;
    event.preventDefault();
    setPasted(line);
  };
  return (
    <>
      {own.map((task) => (
        <p
          key={task.id}
          aria-busy={!failed.includes(task)}
          className="flex min-h-10 items-center gap-2 px-2 text-note"
        >
          <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
            {task.title}
          </span>
          {failed.includes(task) ? (
            <IconButton
              label={`Discard ${task.title}`}
              icon={X}
              title="Discard"
              onClick={() => {
                setEntered(entered.filter((one) => one !== task));
                form.setFocus(status);
              }}
            />
          ) : (
            <span className="text-small text-soft">Saving...</span>
          )}
        </p>
      ))}
      {failed.length > 0 && (
        <div role="alert" className="flex items-center gap-2 px-2 text-small">
          <p className="min-w-0 flex-1 text-bad">{failed.at(-1)?.error ?? "Not saved."}</p>
          <Button
            look="quiet"
            onClick={() => {
              for (const task of failed) save(task);
              form.setFocus(status);
            }}
          >
            Try again
          </Button>
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "" || pasted !== null) return;
          add([{ title: read?.title ?? text, values: read?.values ?? {} }]);
        }}
      >
        {capture && <capture.Understood phrases={read?.phrases ?? []} onRefuse={refuse} />}
        {capture && pasted !== null && (
          <capture.PastedLines
            text={pasted}
            onAdd={add}
            onJoin={write}
            onCancel={() => write(text)}
          />
        )}
        <input
          type="text"
          aria-label={`New task in ${statusNames[status]}`}
          placeholder="Type a task, press Enter"
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          readOnly={pasted !== null}
          className="h-10 w-full rounded bg-transparent px-2 text-note outline-none placeholder:text-soft focus:bg-surface"
          onFocus={() => void loadCapture().then(setCapture, () => {})}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          {...form.register(status)}
        />
      </form>
    </>
  );
});

/** A line that is too long for a title is the description as well. */
function fitTitle<One extends Pick<EnteredTask, "title" | "values">>(task: One): One {
  const { title, values } = task;
  if (title.length <= TASK_TITLE_MAX_LENGTH) return task;
  const start = title.slice(0, TASK_TITLE_MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, "");
  return { ...task, title: `${start}…`, values: { ...values, description: title } };
}

let schema: Promise<typeof import("./task-schema.ts")> | undefined;

/**
 * Loaded with the board's forms. One promise for all tasks keeps their order; of two imports, the
 * second may be the first to finish.
 */
function loadSchema() {
  schema ??= import("./task-schema.ts").catch((error) => {
    schema = undefined;
    throw error;
  });
  return schema;
}

/** Without a network, the text stays a title. */
const loadCapture = async () => ({
  ...(await import("./quick-capture.tsx")),
  ...(await import("./read-quick-task.ts")),
});

type Capture = Awaited<ReturnType<typeof loadCapture>>;

const ADD = ["workspace_tasks", "add"];

/** Adds tasks in the order in which they were entered. */
function useSave(onSettled: (task: EnteredTask, error: Error | null) => void) {
  const { userId } = useUser();
  const queue = getTaskQueue(userId, useQueryClient());
  const { mutate } = useMutation({
    mutationKey: ADD,
    mutationFn: async ({ id, title, status, values }: EnteredTask) => {
      const { taskSchema, toTaskValues } = await loadSchema();
      const columns = taskSchema.parse({ ...toTaskValues(null, status), ...values, title });
      return queue.submit({ kind: "add", task: { ...columns, id } });
    },
    // The board has the task by now.
    onSettled: (_saved, error, task) => {
      onSettled(task, error);
      bringIntoView(() => document.querySelector(`[data-drag-item="${task.id}"]`));
    },
  });
  return mutate;
}
