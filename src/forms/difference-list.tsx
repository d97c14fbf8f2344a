import { excerptsOf, type FieldDifference } from "./field-difference.ts";

/** What was typed here beside what was stored elsewhere, field by field. */
export function DifferenceList({ differences }: { differences: readonly FieldDifference[] }) {
  if (differences.length === 0) return null;
  return (
    <table
      aria-label="Differences"
      // In a sticky footer, so that it must not grow over the fields it is about.
      className="block max-h-[30dvh] overflow-y-auto text-small"
    >
      <thead>
        <tr className="text-soft">
          <th scope="col" className="w-[1%] pe-4 text-start font-normal">
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className="w-1/2 pe-4 text-start">
            Mine
          </th>
          <th scope="col" className="w-1/2 text-start">
            Theirs
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <Difference key={difference.label} difference={difference} />
        ))}
      </tbody>
    </table>
  );
}

function Difference({ difference }: { difference: FieldDifference }) {
  const { mine, theirs } = excerptsOf(difference);
  return (
    <tr className="border-t align-top">
      <th scope="row" className="py-1.5 pe-4 text-start font-normal text-soft">
        {difference.label}
      </th>
      <td className="py-1.5 pe-4">
        <Version text={mine} />
      </td>
      <td className="py-1.5">
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
