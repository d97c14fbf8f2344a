import type { EntryForm } from "../../forms/use-entry-form.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Options } from "../../ui/options.tsx";
import {
  MAX_INTERVAL,
  recurrenceStarts,
  repetitions,
  repetitionText,
  unitOf,
} from "./recurrence.ts";
import type { TaskColumns, TaskValues } from "./task-schema.ts";

/** The form fields for a task's recurrence. */
export function RepeatFields({ entry }: { entry: EntryForm<TaskValues, TaskColumns> }) {
  const { field, form } = entry;
  const repeat = form.watch("repeat");
  // Other programs may have stored other weekdays.
  const choices = repetitions.includes(repeat) ? repetitions : [...repetitions, repeat];
  return (
    <>
      <SelectField label="Repeat" {...field("repeat")}>
        <Options of={choices.map((one) => [one, repetitionText(one)])} />
      </SelectField>
      {repeat !== "" && (
        <>
          <TextField
            label={`Interval in ${unitOf(repeat)}`}
            type="number"
            min={1}
            max={MAX_INTERVAL}
            step={1}
            {...field("every")}
          />
          <SelectField
            label="Next date counts from"
            hint="When this task is done, the next one is added."
            {...field("recurrence_from")}
          >
            <Options of={Object.entries(recurrenceStarts)} />
          </SelectField>
        </>
      )}
    </>
  );
}
