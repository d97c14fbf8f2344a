import { Bell } from "lucide-react";
import type { ComponentProps } from "react";
import { dateFormat, formatDateTime } from "../../lib/format.ts";
import { TextField } from "../../ui/field.tsx";
import { LAST_TIME, reminderTimes } from "./reminder-time.ts";

/** Field for a reminder: a date and time, and buttons for common times. */
export function ReminderField({
  onPick,
  ...input
}: ComponentProps<typeof TextField> & {
  /** Called with a button's time in the input's format. */
  onPick: (time: string) => void;
}) {
  return (
    <div className="grid content-start gap-1.5">
      <TextField type="datetime-local" max={LAST_TIME} {...input} />
      <div className="flex flex-wrap gap-1">
        {reminderTimes().map(({ label, time }) => (
          <button
            key={label}
            type="button"
            title={formatDateTime(time)}
            className="min-h-8 pointer-coarse:min-h-11 rounded border border-line-strong px-2.5 text-small hover:border-accent"
            onClick={() => onPick(time)}
          >
            {label}, {timeOfDay(new Date(time))}
          </button>
        ))}
      </div>
    </div>
  );
}

const timeOfDay = dateFormat({ timeStyle: "short" });

/** Icon of a reminder and, unless `short`, its time. */
export function ReminderMark({ at, short = false }: { at: string; short?: boolean }) {
  const text = formatDateTime(at);
  return (
    <span className="inline-flex items-center gap-1" title={`Reminder ${text}`}>
      <Bell className="size-3.5 shrink-0" />
      <span className={short ? "sr-only" : ""}>
        <span className="sr-only">Reminder </span>
        {text}
      </span>
    </span>
  );
}
