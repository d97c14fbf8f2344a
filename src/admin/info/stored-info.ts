import { INFO_KEYS, type InfoKey } from "../../content/portfolio.ts";

/** One row of `personal_info`; without a revision it does not exist yet. */
export interface StoredValue {
  value: string;
  revision: number | null;
}

export type StoredInfo = Record<InfoKey, StoredValue>;

/** The form's values and the rows they started from, so that a stored draft knows its base. */
export type InfoValues = Record<InfoKey, string> & { base: StoredInfo };

/** The values of an untouched form for these rows. */
export function toValues(stored: StoredInfo): InfoValues {
  return { ...each((key) => stored[key].value), base: stored };
}

/**
 * Rebases a form on what is stored now: untouched fields are updated, edited ones stay. Fields
 * changed on both sides keep their old base, which makes them conflicts.
 */
export function rebase(values: InfoValues, stored: StoredInfo): InfoValues {
  const isSettled = (key: InfoKey) =>
    [values.base[key].value, values[key]].includes(stored[key].value);
  const isUntouched = (key: InfoKey) => values[key] === values.base[key].value;
  return {
    ...each((key) => (isUntouched(key) ? stored[key].value : values[key])),
    base: each((key) => (isUntouched(key) || isSettled(key) ? stored[key] : values.base[key])),
  };
}

/** The fields that were changed here and, to a different value, elsewhere. */
export function conflictsOf(values: InfoValues, stored: StoredInfo): InfoKey[] {
  const { base } = rebase(values, stored);
  return INFO_KEYS.filter((key) => base[key].revision !== stored[key].revision);
}

/** Resolves conflicts in favor of the values here. */
export function keepMine(values: InfoValues, stored: StoredInfo): InfoValues {
  return { ...rebase(values, stored), base: stored };
}

/** Resolves conflicts in favor of the stored values; other edits stay. */
export function takeTheirs(values: InfoValues, stored: StoredInfo): InfoValues {
  const conflicts = conflictsOf(values, stored);
  const mine = rebase(values, stored);
  return {
    ...each((key) => (conflicts.includes(key) ? stored[key].value : mine[key])),
    base: stored,
  };
}

/**
 * The form after its own save: later edits stay, everything else is as stored.
 * @param sent the values when the save started.
 */
export function afterSaving(values: InfoValues, sent: InfoValues, saved: StoredInfo): InfoValues {
  return {
    ...each((key) => (values[key] === sent[key] ? saved[key].value : values[key])),
    base: saved,
  };
}

/** Whether both have the same texts and the same base rows. */
export function isSame(one: InfoValues, other: InfoValues): boolean {
  return INFO_KEYS.every(
    (key) => one[key] === other[key] && one.base[key].revision === other.base[key].revision,
  );
}

function each<T>(make: (key: InfoKey) => T): Record<InfoKey, T> {
  return Object.fromEntries(INFO_KEYS.map((key) => [key, make(key)])) as Record<InfoKey, T>;
}
