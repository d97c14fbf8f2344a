/** How a field is called where it stands outside its form, and how its value reads there. */
export type FieldName = string | { label: string; show: (value: string) => string };

/** The names of all of a form's fields. */
export type FieldNames<Values> = Record<keyof Values & string, FieldName>;

/** One field that says something else here than elsewhere, in words to read. */
export interface FieldDifference {
  label: string;
  mine: string;
  theirs: string;
}

/** What these fields say on both sides, in the order the form has them. */
export function differencesOf<Values extends object>(
  fields: readonly (keyof Values & string)[],
  names: FieldNames<Values>,
  mine: Values,
  theirs: Values,
): FieldDifference[] {
  return (Object.keys(names) as (keyof Values & string)[])
    .filter((field) => fields.includes(field))
    .map((field) => {
      const name = names[field];
      const { label, show } = typeof name === "string" ? { label: name, show: String } : name;
      const [one, other] = [String(mine[field]), String(theirs[field])];
      const shown = { label, mine: show(one), theirs: show(other) };
      // Formatting that differs alone cannot be seen in the words.
      return shown.mine === shown.theirs ? { label, mine: one, theirs: other } : shown;
    });
}

/** Longer texts are cut down to where they differ. */
const SHOWN = 180;
const LEAD = 40;

/** The parts of two texts around the first place where they differ, short enough to compare. */
export function excerptsOf({ mine, theirs }: Pick<FieldDifference, "mine" | "theirs">): {
  mine: string;
  theirs: string;
} {
  const [one, other] = [Array.from(mine), Array.from(theirs)];
  const at = one.findIndex((character, index) => character !== other[index]);
  const from = Math.max((at < 0 ? one.length : at) - LEAD, 0);
  const cut = (text: string[]) => {
    if (text.length <= SHOWN) return text.join("");
    const start = Math.min(from, text.length);
    const part = text.slice(start, start + SHOWN).join("");
    return `${start > 0 ? "…" : ""}${part}${start + SHOWN < text.length ? "…" : ""}`;
  };
  return { mine: cut(one), theirs: cut(other) };
}
