import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type BaseSyntheticEvent, Suspense } from "react";
import { LAST_DAY } from "../../../shared/days.ts";
import { useUser } from "../../auth/session-context.tsx";
import { EntryModal } from "../../forms/entry-modal.tsx";
import type { FieldNames } from "../../forms/field-difference.ts";
import { mayDiscard } from "../../forms/unsaved-form.ts";
import { type AfterSave, useEntryForm } from "../../forms/use-entry-form.ts";
import { parseWords } from "../../forms/word-list.ts";
import { isConflict } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { lazyComponent } from "../../ui/lazy-component.ts";
import { Options } from "../../ui/options.tsx";
import { ReminderField } from "../shell/reminder-field.tsx";
import { DescriptionField } from "./description-field.tsx";
import {
  type RecurrenceEnd,
  type RecurrenceStart,
  recurrenceEnds,
  recurrenceStarts,
  repetitionText,
} from "./recurrence.ts";
import { type Priority, priorityNames, type Status, statusNames, type Task } from "./task.ts";
import { getTaskQueue } from "./task-queue-service.ts";
import { type TaskValues, taskSchema, toTaskValues } from "./task-schema.ts";
import { saveTask } from "./tasks-api.ts";
import { tasksQuery } from "./tasks-queries.ts";

interface TaskFormProps {
  /** The stored task; null for a new one, undefined when it no longer exists. */
  row: Task | null | undefined;
  /** An id, or "new". */
  editing: string;
  /** The initial column of a new task. */
  status: Status;
  /** All tags in use, as suggestions. */
  tags: readonly string[];
  /** Called with the id of a new task once it is stored. */
  onAdded: (id: string) => void;
  onRemove: (task: Task) => void;
  onClose: () => void;
}

/** The editable values of a new or existing task. */
export function useTaskEntry(
  props: Pick<TaskFormProps, "row" | "editing" | "status" | "onAdded" | "onClose">,
) {
  const { row, editing, status, onAdded, onClose } = props;
  const { userId } = useUser();
  const client = useQueryClient();
  const queue = getTaskQueue(userId, client);
  const entry = useEntryForm({
    table: "workspace_tasks",
    row,
    editing,
    schema: taskSchema,
    names: NAMES,
    toValues: (task: Task | null) => toTaskValues(task, status),
    save: async (columns, target, newId) => {
      if (!target) {
        await queue.submit({ kind: "add", task: { ...columns, id: newId } }).catch(logAndThrow);
        return onAdded(newId);
      }
      // Its earlier changes come first.
      await queue.flush();
      const saved = await saveTask(columns, target, row).catch(logAndThrow);
      // The board is read again only after the form has closed.
      client.setQueriesData<readonly Task[]>({ queryKey: tasksQuery(userId).queryKey }, (known) =>
        known?.map((one) => (one.id === saved.id ? saved : one)),
      );
    },
    onSaved: onClose,
  });
  const submit = async (event?: BaseSyntheticEvent, after?: AfterSave) => {
    // A partially typed date has an empty value; treating it as none would lose the input.
    const fields = (event?.target as HTMLFormElement | undefined)?.elements;
    for (const name of ["due_date", "remind_at", "until"] as const) {
      const input = fields?.namedItem(name);
      if (!(input instanceof HTMLInputElement && input.validity.badInput)) continue;
      event?.preventDefault();
      entry.form.setError(name, { message: "Please enter a full date or leave it empty." });
      return input.focus();
    }
    return entry.submit(event, after);
  };
  return { ...entry, submit };
}

/** The form of a new or existing task. */
export function TaskForm(props: TaskFormProps) {
  const { row, editing, tags, onRemove, onClose } = props;
  const entry = useTaskEntry(props);
  const { field } = entry;
  const isNew = editing === "new";
  const remove = row && (
    <Button
      look="danger"
      icon={<Trash2 />}
      disabled={entry.pending}
      onClick={() => {
        if (!mayDiscard()) return;
        onRemove(row);
        onClose();
      }}
    >
      <span className="max-sm:sr-only">Delete</span>
    </Button>
  );
  return (
    <EntryModal
      title={isNew ? "Add New Task" : "Edit Task"}
      entry={entry}
      submitLabel={isNew ? "Add Task" : "Update Task"}
      addsAnother={false}
      extra={remove}
      onClose={onClose}
    >
      <TextField label="Title" required dir="auto" wrap={WHOLE} {...field("title")} />
      <DescriptionField form={entry.form} wrap={WHOLE} />
      <SelectField label="Status" {...field("status")}>
        <Options of={Object.entries(statusNames)} />
      </SelectField>
      <PriorityField entry={entry} />
      <TextField label="Due Date" type="date" max={LAST_DAY} {...field("due_date")} />
      <ReminderField
        label="Remind Me"
        {...field("remind_at")}
        onPick={(time) =>
          entry.form.setValue("remind_at", time, { shouldDirty: true, shouldValidate: true })
        }
      />
      <Suspense fallback={<div className="h-16" />}>
        <repeatFields.Component entry={entry} />
      </Suspense>
      <TagsField entry={entry} tags={tags} wrap={WHOLE} />
    </EntryModal>
  );
}

interface TagsFieldProps extends Pick<TaskFormProps, "tags"> {
  entry: ReturnType<typeof useTaskEntry>;
  wrap?: string;
}

export function TagsField({ entry, tags, wrap = "" }: TagsFieldProps) {
  return (
    <>
      <TextField
        label="Tags"
        wrap={wrap}
        dir="auto"
        placeholder="Comma-separated"
        autoComplete="off"
        list="task-tags"
        {...entry.field("tags")}
      />
      <datalist id="task-tags">
        {suggestTags(entry.form.watch("tags"), tags).map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}

export function PriorityField({ entry }: Pick<TagsFieldProps, "entry">) {
  return (
    <SelectField label="Priority" {...entry.field("priority")}>
      <Options
        of={Object.entries(priorityNames).map(([one, name]) => [
          one,
          name.replace(" Priority", ""),
        ])}
      />
    </SelectField>
  );
}

/** Suggestions for the tags: the typed text, its last word replaced by each unused tag that begins with it. */
function suggestTags(text: string, tags: readonly string[]): string[] {
  const before = text.slice(0, text.lastIndexOf(",") + 1);
  const word = text.slice(before.length).trim().toLowerCase();
  const used = parseWords(before) ?? [];
  return tags
    .filter((tag) => !used.includes(tag) && tag.toLowerCase().startsWith(word))
    .map((tag) => (before ? `${before} ${tag}` : tag));
}

/** Labels of the fields and their options in the conflict list. */
const NAMES: FieldNames<TaskValues> = {
  title: "Title",
  description: "Description",
  status: { label: "Status", show: (status) => statusNames[status as Status] },
  priority: { label: "Priority", show: (one) => priorityNames[one as Priority] },
  due_date: "Due Date",
  remind_at: { label: "Remind Me", show: (time) => time.replace("T", " ") },
  repeat: { label: "Repeat", show: repetitionText },
  every: "Interval",
  ends: { label: "Ends", show: (end) => recurrenceEnds[end as RecurrenceEnd] },
  until: "Last day",
  times: "Tasks from this one on",
  recurrence_from: {
    label: "Next date counts from",
    show: (start) => recurrenceStarts[start as RecurrenceStart],
  },
  tags: "Tags",
};

const repeatFields = lazyComponent(async () => (await import("./repeat-fields.tsx")).RepeatFields);

const WHOLE = "sm:col-span-2";

function logAndThrow(error: unknown): never {
  if (!isConflict(error)) console.error("The task could not be saved.", error);
  throw error;
}
