import { INFO_KEYS, type InfoKey } from "../../content/portfolio.ts";
import type { StoredValues } from "../../forms/use-form-merge.ts";

/** One row of `personal_info`; without a revision it does not exist yet. */
export interface StoredValue {
  value: string;
  revision: number | null;
}

export type StoredInfo = Record<InfoKey, StoredValue>;

/** The form's values. */
export type InfoValues = Record<InfoKey, string>;

/** Every row's revision; a save names those it started from. */
export type InfoRevisions = Record<InfoKey, number | null>;

/** The rows as form values and revisions. */
export function toStoredValues(info: StoredInfo): StoredValues<InfoValues, InfoRevisions> {
  return {
    values: byKey((key) => info[key].value),
    revision: byKey((key) => info[key].revision),
  };
}

/** A record of all keys. */
export function byKey<T>(make: (key: InfoKey) => T): Record<InfoKey, T> {
  return Object.fromEntries(INFO_KEYS.map((key) => [key, make(key)])) as Record<InfoKey, T>;
}
