/**
 * Unsaved form text, kept in this tab while the owner has to sign in again or the page is reloaded.
 * It belongs to one user: whoever signs in next in this tab never sees another person's words.
 */
export interface FormDraft<T> {
  /** Without the fields that must not be kept, such as passwords. */
  values: Partial<T>;
  /** What the touched fields were typed over. */
  base?: Partial<T>;
  /** The revision of the row the editing started from; null for a new entry. */
  revision: number | null;
  /** The id a new entry is stored under, so that saving it again after a reload makes no second one. */
  newId?: string;
}

/** The kept draft, or null. */
export function readDraft<T>(userId: string, form: string): FormDraft<T> | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(userId, form)) ?? "null");
    return draft !== null && typeof draft.values === "object" ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps the draft. A browser that refuses to store goes on without. */
export function writeDraft<T>(userId: string, form: string, draft: FormDraft<T>): void {
  try {
    sessionStorage.setItem(keyOf(userId, form), JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden; leaving still warns.
  }
}

export function removeDraft(userId: string, form: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId, form));
  } catch {
    // Then there is none either.
  }
}

const keyOf = (userId: string, form: string) => `foyer-draft ${userId} ${form}`;
