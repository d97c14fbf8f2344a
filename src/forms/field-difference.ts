/** A field's label outside its form, with an optional formatter for its value. */
export type FieldName = string | { label: string; show: (value: string) => string };

export type FieldNames<Values> = Record<keyof Values & string, FieldName>;

/** A field whose local and stored values differ, formatted for display. */
export interface FieldDifference {
  label: string;
  mine: string;
  theirs: string;
}

/** The differing fields with both values, in form order. */
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
      // Differences in formatting alone are invisible as plain text, so the HTML is shown.
      return shown.mine === shown.theirs ? { label, mine: one, theirs: other } : shown;
    });
}

/** Maximum length; longer texts are cut to the part that differs. */
const SHOWN = 180;
const LEAD = 40;

/** Excerpts of two texts around their first difference, short enough to compare. */
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
