/** Result of a three-way merge of form values, field by field. */
export interface Merged<T> {
  /** The merged form values: edited fields as typed, all others as stored now. */
  values: T;
  /** The base of each field. Conflicting fields keep their old base until resolved. */
  base: T;
  /** Fields that were changed here and, to a different value, on the server. */
  conflicts: (keyof T & string)[];
}

/**
 * Three-way merge of form values: where only one side changed a field, its value wins.
 *
 * @param base the values the editing started from; a field missing there counts as changed on both
 *   sides, unless both are equal.
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

/** The merged form values, with the conflicts resolved in favor of the stored values. */
export function acceptTheirs<T extends object>(base: Partial<T>, typed: T, stored: T): T {
  const { values, conflicts } = mergeFields(base, typed, stored);
  for (const name of conflicts) values[name] = stored[name];
  return values;
}

/** Whether two values of a field, or two records of fields, are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
