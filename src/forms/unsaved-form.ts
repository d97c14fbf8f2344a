import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { type Location, useBlocker, useLocation } from "react-router";
import { useUser } from "../auth/session-context.tsx";
import { newId } from "../lib/new-id.ts";
import { createEmitter } from "../lib/observable.ts";
import { askToConfirm } from "../ui/browser-dialogs.ts";
import { type FormDraft, readDraft, removeDraft, writeDraft } from "./form-draft.ts";
import { isSame } from "./merge-fields.ts";
import { dialogIn } from "./use-editor.ts";

/** Question before unsaved input is discarded. */
export const DISCARD_QUESTION = "You have unsaved changes. Discard them?";

/** Which URL change leaves the form. */
export type FormPlace = "entry" | "page";

interface Guard {
  place: FormPlace;
  forget: () => void;
}

/** All forms with unsaved changes. There can be two: an entry's editor over a page's own form. */
const unsaved = new Map<string, Guard>();

/** Whether unsaved changes may be discarded; for navigation that the router cannot block. */
export function mayDiscard(): boolean {
  return mayForget([...unsaved.values()]);
}

/**
 * Asks before closing an entry's editor, regardless of the page's own form. Synchronous, because
 * the router's blocker is registered shortly after the first key, and Escape can be faster.
 */
export function mayCloseEditor(): boolean {
  return mayForget([...unsaved.values()].filter(({ place }) => place === "entry"));
}

function mayForget(guards: Guard[]): boolean {
  if (guards.length === 0) return true;
  if (!askToConfirm(DISCARD_QUESTION)) return false;
  for (const { forget } of guards) forget();
  return true;
}

/** Whether anything is unsaved; updates on change. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(changes.subscribe, () => unsaved.size > 0);
}

/** Blocks leaving unsaved forms; one blocker for all, because a router supports only one. */
export function useLeaveWarning(): void {
  const here = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => leftBy(currentLocation, nextLocation).length > 0,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (askToConfirm(DISCARD_QUESTION)) {
      for (const { forget } of leftBy(here, blocker.location)) forget();
      blocker.proceed();
    } else {
      blocker.reset();
    }
  }, [blocker, here]);
}

const changes = createEmitter();

function setUnsaved(name: string, guard: Guard | null): void {
  if (guard) unsaved.set(name, guard);
  else unsaved.delete(name);
  changes.emit();
}

function leftBy(from: Location, to: Location): Guard[] {
  const otherPage = from.pathname !== to.pathname;
  const otherEntry = otherPage || dialogIn(from.search) !== dialogIn(to.search);
  return [...unsaved.values()].filter(({ place }) => (place === "page" ? otherPage : otherEntry));
}

/** The stored values that the form's edits are based on. */
export interface FormBase<T, R = number> {
  /** The stored values; fields whose base is unknown are missing. */
  values: Partial<T>;
  /** Revision of the row, or of each row; null for a new entry. */
  revision: R | null;
}

export interface UnsavedForm<T, R = number> {
  /** Whether the values were restored from a draft after a reload or a sign-in. */
  restored: boolean;
  /** The base of the current edits; for a restored draft, its base at the time. */
  base: FormBase<T, R>;
  /** Sets a new base for the current edits. */
  rebase: (base: FormBase<T, R>) => void;
  /** The id of a new entry; the same for every attempt to save it. */
  newId: string;
  /** Call after the backend has accepted the values, before leaving. */
  markSaved: () => void;
  /** Gives the form a new `newId`, for another new entry. */
  startOver: () => void;
  /** Discards the edits and shows what is stored. */
  discard: () => void;
}

/**
 * Protects unsaved form input: warns before leaving (another screen, closing the editor, closing
 * the tab), stores a draft, and restores it after a reload or a sign-in.
 *
 * @param name unique among forms and entries, such as `projects 3f2…`.
 * @param revision of the row the form was filled from; null for a new entry.
 * @param place "page" for a form that stays while an entry's editor opens and closes over it.
 * @param secrets fields that must never be stored in a draft, such as passwords.
 */
export function useUnsavedForm<T extends FieldValues, Output, R = number>(
  form: UseFormReturn<T, unknown, Output>,
  name: string,
  revision: R | null,
  {
    place = "entry",
    secrets = NO_SECRETS,
  }: { place?: FormPlace; secrets?: readonly Path<T>[] } = {},
): UnsavedForm<T, R> {
  const { userId } = useUser();
  const [draft] = useState(() => readUsefulDraft<T, R>(userId, name, form.getValues()));
  const [entryId, setEntryId] = useState(() => draft?.newId ?? newId());
  const [restored, setRestored] = useState(draft !== null);
  const [base, setBase] = useState<FormBase<T, R>>(() => baseOf(draft, form.getValues(), revision));
  // Until the draft is in the form, its own base counts; otherwise a change from another tab or device
  // between storing and restoring would be overwritten unnoticed.
  const restoring = useRef(draft !== null);
  const { isDirty } = form.formState;

  useEffect(() => {
    // The stored values stay the defaults, so that the form is dirty.
    if (!draft) return;
    form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
  }, [form, draft]);

  const forget = useCallback(() => {
    setUnsaved(name, null);
    removeDraft(userId, name);
    setRestored(false);
  }, [name, userId]);

  useEffect(() => {
    if (isDirty || restoring.current) return;
    // Unchanged, or edited back to the stored values: no draft is needed.
    forget();
    const next = { values: form.getValues(), revision };
    setBase((now) => (isSame(now, next) ? now : next));
  }, [form, isDirty, revision, forget]);

  useEffect(() => {
    if (!isDirty) return;
    restoring.current = false;
    setUnsaved(name, { place, forget });
    const keep = () => {
      // The draft may have been saved or discarded in the meantime.
      if (!unsaved.has(name)) return;
      const values = without(form.getValues(), secrets);
      writeDraft(userId, name, {
        values,
        base: changedIn(base.values, values),
        revision: base.revision,
        newId: entryId,
      });
    };
    keep();
    const { unsubscribe } = form.watch(keep);
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.has(name)) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => {
      setUnsaved(name, null);
      unsubscribe();
      removeEventListener("beforeunload", warn);
    };
  }, [form, name, userId, isDirty, base, place, secrets, forget, entryId]);

  return {
    restored,
    base,
    rebase: setBase,
    newId: entryId,
    markSaved: forget,
    startOver: useCallback(() => setEntryId(newId()), []),
    discard: () => {
      forget();
      form.reset();
    },
  };
}

/**
 * A draft contains the base of the edited fields only; the base of all others is what is stored.
 */
function baseOf<T, R>(
  draft: FormDraft<T, R> | null,
  stored: T,
  revision: R | null,
): FormBase<T, R> {
  if (!draft) return { values: stored, revision };
  const values = draft.base && { ...stored, ...draft.values, ...draft.base };
  return {
    values: values ?? (isSame(draft.revision, revision) ? stored : {}),
    revision: draft.revision,
  };
}

/** The base values of the fields that were edited. */
function changedIn<T extends object>(base: Partial<T>, values: Partial<T>): Partial<T> {
  const fields = Object.entries(base) as [keyof T, T[keyof T]][];
  return Object.fromEntries(
    fields.filter(([name, value]) => name in values && !isSame(value, values[name])),
  ) as Partial<T>;
}

/** The stored draft, unless it equals the row in the database. */
function readUsefulDraft<T extends FieldValues, R>(userId: string, name: string, stored: T) {
  const draft = readDraft<T, R>(userId, name);
  if (!draft) return null;
  const differs = Object.entries(draft.values).some(
    ([field, value]) => !isSame(value, stored[field]),
  );
  if (!differs) removeDraft(userId, name);
  return differs ? draft : null;
}

const NO_SECRETS: readonly never[] = [];

function without<T extends FieldValues>(values: T, names: readonly Path<T>[]): Partial<T> {
  const left: Partial<T> = { ...values };
  for (const name of names) delete left[name];
  return left;
}
