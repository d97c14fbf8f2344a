/**
 * Unsaved form values, stored in this tab across a sign-in or a reload. Bound to one user, so that
 * the next user of the tab never sees them.
 */
export interface FormDraft<T, R = number> {
  /** Excludes fields that must not be stored, such as passwords. */
  values: Partial<T>;
  /** The base values of the edited fields. */
  base?: Partial<T>;
  /** Revision of the row the editing started from; null for a new entry. */
  revision: R | null;
  /** The id of a new entry; saving again after a reload then creates no duplicate. */
  newId?: string;
}

/** The stored draft, or null. */
export function readDraft<T, R = number>(userId: string, form: string): FormDraft<T, R> | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(userId, form)) ?? "null");
    return draft !== null && typeof draft.values === "object" ? draft : null;
  } catch {
    return null;
  }
}

/** Stores the draft. Does nothing where the browser refuses storage. */
export function writeDraft<T, R>(userId: string, form: string, draft: FormDraft<T, R>): void {
  try {
    sessionStorage.setItem(keyOf(userId, form), JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden; the leave warning still applies.
  }
}

export function removeDraft(userId: string, form: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId, form));
  } catch {
    // If storage cannot be read, there is nothing to delete either.
  }
}

const keyOf = (userId: string, form: string) => `foyer-draft ${userId} ${form}`;
