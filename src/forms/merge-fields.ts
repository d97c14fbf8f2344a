/** Three versions of one form's values, brought together field by field. */
export interface Merged<T> {
  /** What the form holds next: touched fields as typed, all others as they are stored now. */
  values: T;
  /** What each field was typed over. Fields both sides changed keep the old one until it is settled. */
  base: T;
  /** Fields that were changed here and, to something else, elsewhere. */
  conflicts: (keyof T & string)[];
}

/**
 * Brings what is typed up to date with what is stored now: where only one side changed a field, that
 * side has it.
 *
 * @param base what each field was typed over; a field that is missing there counts as changed on
 *   both sides, unless both say the same.
 */
export function mergeFields<T extends object>(base: Partial<T>, typed: T, stored: T): Merged<T> {
  const merged: Merged<T> = { values: { ...stored }, base: { ...stored }, conflicts: [] };
  for (const name of Object.keys(stored) as (keyof T & string)[]) {
    if (isSame(typed[name], base[name]) || isSame(typed[name], stored[name])) continue;
    merged.values[name] = typed[name];
    if (isSame(base[name], stored[name])) continue;
    merged.base[name] = base[name] as T[keyof T & string];
    merged.conflicts.push(name);
  }
  return merged;
}

/** Whether two values of a field say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
