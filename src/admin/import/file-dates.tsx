import type { DateOptions, DateReading } from "../../content/cv/cv-dates.ts";
import { SelectField } from "../../ui/field.tsx";

interface FileDatesProps {
  dates: DateReading;
  disabled: boolean;
  onDecide: (options: DateOptions) => void;
}

/** Shows how the dates of a file were read, and asks about ambiguous ones. */
export function FileDates({ dates, disabled, onDecide }: FileDatesProps) {
  const { isAmbiguous, dayFirst, numeric, future, endsOpen } = dates;
  const texts = TEXTS.filter(([key]) => dates[key].size > 0);
  if (numeric.size + texts.length === 0) return null;
  const read = [...numeric].map(([text, month]) => `${text} as ${month}`);
  return (
    <section aria-label="Dates of the file" className="grid max-w-[70ch] gap-3">
      {isAmbiguous && (
        <SelectField
          label="In this file’s dates, what comes first?"
          wrap="max-w-[20rem]"
          value={dayFirst ? "day" : "month"}
          disabled={disabled}
          onChange={({ target }) => onDecide({ dayFirst: target.value === "day" })}
        >
          <option value="day">The day, then the month</option>
          <option value="month">The month, then the day</option>
        </SelectField>
      )}
      {read.length > 0 && <p className="text-soft wrap-anywhere">Dates are read: {cut(read)}.</p>}
      {future.size > 0 && (
        <SelectField
          label="Periods that end in the future"
          wrap="max-w-[20rem]"
          value={endsOpen ? "open" : "kept"}
          disabled={disabled}
          onChange={({ target }) => onDecide({ endsOpen: target.value === "open" })}
        >
          <option value="kept">Keep their end</option>
          <option value="open">Show as “Present”</option>
        </SelectField>
      )}
      {texts.map(([key, text]) => (
        <p key={key} className="text-soft wrap-anywhere">
          {text} {cut([...dates[key]])}.
        </p>
      ))}
    </section>
  );
}

const TEXTS = [
  ["withDay", "The site keeps months, so the day is left out of:"],
  ["unread", "These dates can’t be read; those of a period are kept as text:"],
  ["reversed", "These periods end before they begin, and are kept as text:"],
  ["several", "These contain several periods, and are sorted by the start of the first:"],
  ["future", "These periods end in the future:"],
] as const;

function cut(texts: string[]): string {
  const more = texts.length - EXAMPLES;
  return [...texts.slice(0, EXAMPLES), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

const EXAMPLES = 8;
