import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { addDays, LAST_DAY } from "../../../shared/days.ts";
import { mayCloseEditor } from "../../forms/unsaved-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { endOfWeek } from "./due-date.ts";
import { statusFrom, type Task } from "./task.ts";
import { PriorityField, TagsField, useTaskEntry } from "./task-form.tsx";
import type { QuickField } from "./task-menu.tsx";

interface TaskQuickFormProps {
  task: Task;
  /** The field that has the focus first. */
  first: QuickField;
  tags: readonly string[];
  today: string;
  /** Opens the whole form, which shows the unsaved input and a conflict. */
  onOpen: () => void;
  onClose: () => void;
}

/** The form in place of a card. It has the draft of the whole form, so no input is lost. */
export function TaskQuickForm(props: TaskQuickFormProps) {
  const { task, first, tags, today, onOpen, onClose } = props;
  const entry = useTaskEntry({
    row: task,
    editing: task.id,
    status: statusFrom(task.status),
    onAdded: () => {},
    onClose,
  });
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const field = form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }, [first]);
  const open = useEffectEvent(onOpen);
  const isRefused = entry.otherChange !== null;
  useEffect(() => {
    if (isRefused) open();
  }, [isRefused]);
  const close = () => {
    if (mayCloseEditor()) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The arrow keys belong to the fields, not to the board.
    event.stopPropagation();
    if (event.key === "Escape" && !event.nativeEvent.isComposing) close();
  };
  const setDay = (day: string) =>
    entry.form.setValue("due_date", day, { shouldDirty: true, shouldValidate: true });
  return (
    <form
      ref={form}
      noValidate
      data-no-drag
      aria-label={`Edit ${task.title}`}
      className="grid gap-3 p-3"
      onKeyDown={onKeyDown}
      onSubmit={(event) => void entry.submit(event)}
    >
      <fieldset disabled={entry.pending} className="grid min-w-0 gap-3">
        <TextField label="Title" required dir="auto" {...entry.field("title")} />
        <div className="grid gap-1.5">
          <TextField label="Due Date" type="date" max={LAST_DAY} {...entry.field("due_date")} />
          <div className="flex flex-wrap gap-1">
            {[
              ["Today", today],
              ["Tomorrow", addDays(today, 1)],
              ["Next week", addDays(endOfWeek(today), 1)],
              ["No date", ""],
            ].map(([label, day = ""]) => (
              <button
                key={label}
                type="button"
                className="min-h-8 pointer-coarse:min-h-11 rounded border border-line-strong px-2.5 text-small hover:border-accent"
                onClick={() => setDay(day)}
              >
                {label}
              </button>
            ))}
          </div>
        </div>
        <PriorityField entry={entry} />
        <TagsField entry={entry} tags={tags} />
      </fieldset>
      {entry.failure && <Notice>{entry.failure}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" look="primary" pending={entry.pending}>
          {entry.pending ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}
