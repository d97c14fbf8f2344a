/** The options of a select, each a value and its text. */
export function Options({
  of,
}: {
  of: readonly (readonly [value: string | number, text: string])[];
}) {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
