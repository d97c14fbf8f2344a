import { LAST_DAY } from "../../../shared/days.ts";
import { nextDueDay, WEEKDAYS } from "../../../shared/recurrence.ts";
import type { EntryForm } from "../../forms/use-entry-form.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Options } from "../../ui/options.tsx";
import { todayHere } from "./due-date.ts";
import {
  BYDAY,
  dayNames,
  dayText,
  MAX_INTERVAL,
  placeNames,
  recurrenceEnds,
  recurrenceStarts,
  repetitions,
  repetitionText,
  toRecurrence,
  unitOf,
} from "./recurrence.ts";
import type { TaskColumns, TaskValues } from "./task-schema.ts";

/** The form fields for a task's recurrence. */
export function RepeatFields({ entry }: { entry: EntryForm<TaskValues, TaskColumns> }) {
  const { field, form } = entry;
  const repeat = form.watch("repeat");
  const ends = form.watch("ends");
  const setRepeat = (rule: string) => form.setValue("repeat", rule, { shouldDirty: true });
  const [freq = ""] = repeat.split(";");
  return (
    <>
      <SelectField
        label="Repeat"
        name="repeat"
        value={repetitions.includes(repeat) ? repeat : freq}
        onChange={({ target }) => setRepeat(target.value)}
      >
        <Options of={repetitions.map((one) => [one, repetitionText(one)])} />
      </SelectField>
      {repeat !== "" && (
        <>
          {freq === "FREQ=WEEKLY" && <Weekdays repeat={repeat} onChange={setRepeat} />}
          {freq === "FREQ=MONTHLY" && <MonthDay repeat={repeat} onChange={setRepeat} />}
          <TextField
            label={`Interval in ${unitOf(repeat)}`}
            type="number"
            min={1}
            max={MAX_INTERVAL}
            step={1}
            {...field("every")}
          />
          <SelectField label="Ends" {...field("ends")}>
            <Options of={Object.entries(recurrenceEnds)} />
          </SelectField>
          {ends === "until" && (
            <TextField label="Last day" type="date" max={LAST_DAY} {...field("until")} />
          )}
          {ends === "times" && (
            <TextField
              label="Tasks from this one on"
              type="number"
              min={1}
              max={MAX_INTERVAL}
              step={1}
              {...field("times")}
            />
          )}
          <SelectField
            label="Next date counts from"
            hint={nextText(form.watch())}
            {...field("recurrence_from")}
          >
            <Options of={Object.entries(recurrenceStarts)} />
          </SelectField>
        </>
      )}
    </>
  );
}

interface RuleFieldProps {
  repeat: string;
  onChange: (repeat: string) => void;
}

/** The weekdays of a weekly rule; without one, it is the due date's. */
function Weekdays({ repeat, onChange }: RuleFieldProps) {
  const chosen = BYDAY.exec(repeat)?.[2]?.split(",") ?? [];
  const toggle = (day: string, on: boolean) => {
    const days = WEEKDAYS.filter((one) => (one === day ? on : chosen.includes(one)));
    onChange(days.length > 0 ? `FREQ=WEEKLY;BYDAY=${days}` : "FREQ=WEEKLY");
  };
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="text-small font-semibold text-soft">Weekdays</legend>
      <div className="flex flex-wrap gap-1">
        {WEEKDAYS.map((day) => (
          <label
            key={day}
            className="relative grid size-10 pointer-coarse:size-11 cursor-pointer place-items-center rounded border border-line-strong text-small focus-within:outline-2 has-checked:border-accent has-checked:font-semibold has-checked:text-accent"
          >
            <input
              type="checkbox"
              aria-label={dayNames[day]}
              checked={chosen.includes(day)}
              onChange={({ target }) => toggle(day, target.checked)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {dayNames[day]?.slice(0, 3)}
          </label>
        ))}
      </div>
      {chosen.length === 0 && <p className="text-small text-soft">The weekday of the due date.</p>}
    </fieldset>
  );
}

/** The day of a monthly rule. */
function MonthDay({ repeat, onChange }: RuleFieldProps) {
  const [, place, day = "MO"] = BYDAY.exec(repeat) ?? [];
  const isLastDay = repeat.includes("BYMONTHDAY");
  const set = (place: string, weekday: string) =>
    onChange(
      `FREQ=MONTHLY${place === "day" ? ";BYMONTHDAY=-1" : place && `;BYDAY=${place}${weekday}`}`,
    );
  const places = Object.keys(placeNames).sort(
    (one, other) => Number(one === "-1") - Number(other === "-1"),
  );
  return (
    <>
      <SelectField
        label="On"
        value={isLastDay ? "day" : (place ?? "")}
        onChange={({ target }) => set(target.value, day)}
      >
        <option value="">The day of the due date</option>
        <option value="day">The last day</option>
        <Options of={places.map((one) => [one, `The ${placeNames[one]}`])} />
      </SelectField>
      {place && (
        <SelectField
          label="Weekday"
          value={day}
          onChange={({ target }) => set(place, target.value)}
        >
          <Options of={Object.entries(dayNames)} />
        </SelectField>
      )}
    </>
  );
}

/** What happens when the task is done; an invalid field is shown as its error instead. */
function nextText(values: TaskValues): string {
  const { repeat, every, ends, until, times, due_date, recurrence_from } = values;
  const today = todayHere();
  const rule = toRecurrence(
    repeat,
    Math.min(Math.max(1, Number.parseInt(every, 10) || 1), MAX_INTERVAL),
    ends === "until" ? until : "",
    ends === "times" ? times : "",
  );
  const counts = recurrence_from === "due" && due_date !== "" && due_date.length === 10;
  const next = rule && nextDueDay(rule, counts ? due_date : today, today);
  const when = counts ? "When this task is done" : "If this task is done today";
  return next
    ? `${when}, the next one is due on ${dayText(next, today)}.`
    : `${when}, no other follows.`;
}
