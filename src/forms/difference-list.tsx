import { excerptsOf, type FieldDifference } from "./field-difference.ts";

/** Compares local and stored values field by field, or other values under their own headings. */
export function DifferenceList(props: {
  differences: readonly FieldDifference[];
  /** Headings of the columns `mine` and `theirs`. */
  headings?: readonly [mine: string, theirs: string];
}) {
  const { differences, headings = ["Mine", "Theirs"] } = props;
  if (differences.length === 0) return null;
  return (
    // Limited in height, because a sticky footer must not cover the fields it compares.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <div tabIndex={0} className="max-h-[30dvh] overflow-y-auto">
      <table aria-label="Differences" className="block text-small">
        <thead className="block">
          <tr className={`${ROW} text-soft`}>
            <th scope="col" className="text-start font-normal max-sm:hidden">
              <span className="sr-only">Field</span>
            </th>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="text-start">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block">
          {differences.map((difference) => (
            <Difference key={difference.label} difference={difference} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On phones the field's name is above its two versions. */
const ROW = "grid grid-cols-2 gap-x-4 gap-y-1 py-1.5 sm:grid-cols-[7rem_1fr_1fr]";

function Difference({ difference }: { difference: FieldDifference }) {
  const { mine, theirs } = excerptsOf(difference);
  return (
    <tr className={`${ROW} border-t`}>
      <th scope="row" className="text-start font-normal text-soft max-sm:col-span-2">
        {difference.label}
      </th>
      <td className="min-w-0">
        <Version text={mine} />
      </td>
      <td className="min-w-0">
        <Version text={theirs} />
      </td>
    </tr>
  );
}

function Version({ text }: { text: string }) {
  if (text.trim() === "") return <span className="text-soft">Empty</span>;
  return (
    <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
      {text}
    </span>
  );
}
