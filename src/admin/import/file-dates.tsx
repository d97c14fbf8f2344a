import type { DateReading } from "../../content/cv/cv-dates.ts";
import { SelectField } from "../../ui/field.tsx";

interface FileDatesProps {
  dates: DateReading;
  disabled: boolean;
  onOrder: (dayFirst: boolean) => void;
}

/** How the dates of a file were read, and the question what comes first where that is open. */
export function FileDates({ dates, disabled, onOrder }: FileDatesProps) {
  const { isAmbiguous, dayFirst, numeric, withDay, unread } = dates;
  if (numeric.size + withDay.size + unread.size === 0) return null;
  const read = [...numeric].map(([text, month]) => `${text} as ${month}`);
  return (
    <section aria-label="Dates of the file" className="grid max-w-[70ch] gap-3">
      {isAmbiguous && (
        <SelectField
          label="In this file’s dates, what comes first?"
          wrap="max-w-[20rem]"
          value={dayFirst ? "day" : "month"}
          disabled={disabled}
          onChange={({ target }) => onOrder(target.value === "day")}
        >
          <option value="day">The day, then the month</option>
          <option value="month">The month, then the day</option>
        </SelectField>
      )}
      {read.length > 0 && <p className="text-soft wrap-anywhere">Dates are read: {cut(read)}.</p>}
      {withDay.size > 0 && (
        <p className="text-soft wrap-anywhere">
          The site keeps months, so the day is left out of: {cut([...withDay])}.
        </p>
      )}
      {unread.size > 0 && (
        <p className="text-soft wrap-anywhere">
          These dates can’t be read; those of a period are kept as text: {cut([...unread])}.
        </p>
      )}
    </section>
  );
}

function cut(texts: string[]): string {
  const more = texts.length - EXAMPLES;
  return [...texts.slice(0, EXAMPLES), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

const EXAMPLES = 8;
