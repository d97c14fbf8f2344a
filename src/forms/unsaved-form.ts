import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { type Location, useBlocker, useLocation } from "react-router";
import { useUser } from "../auth/session-context.tsx";
import { newId } from "../lib/new-id.ts";
import { askToConfirm } from "../ui/browser-dialogs.ts";
import { type FormDraft, readDraft, removeDraft, writeDraft } from "./form-draft.ts";
import { isSame } from "./merge-fields.ts";

/** Asked before anything typed would be thrown away. */
export const DISCARD_QUESTION = "You have unsaved changes. Discard them?";

/** How much has to change in the address before a form is left. */
export type FormPlace = "entry" | "page";

interface Guard {
  place: FormPlace;
  forget: () => void;
}

/** Everything unsaved right now: an entry's editor may be open over a page's own form. */
const unsaved = new Map<string, Guard>();

/** True when nothing is unsaved, or the owner agrees to throw it away. For what the router cannot stop. */
export function mayDiscard(): boolean {
  return mayForget([...unsaved.values()]);
}

/**
 * The same for closing an entry's editor, whatever the page below still holds. Asked at once: the
 * router's warning stands only a moment after the first key, and Escape can be faster.
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

/** Whether anything is unsaved, kept up to date. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(listenToUnsaved, () => unsaved.size > 0);
}

/** Stops the router where it would leave unsaved forms. One for all, as a router has one blocker. */
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

const listeners = new Set<() => void>();

function listenToUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setUnsaved(name: string, guard: Guard | null): void {
  if (guard) unsaved.set(name, guard);
  else unsaved.delete(name);
  for (const listener of listeners) listener();
}

function leftBy(from: Location, to: Location): Guard[] {
  const otherPage = from.pathname !== to.pathname;
  const otherEntry = otherPage || from.search !== to.search;
  return [...unsaved.values()].filter(({ place }) => (place === "page" ? otherPage : otherEntry));
}

/** What a form's text was typed over. */
export interface FormBase<T> {
  /** The stored values; a field may be missing where nobody knows any more. */
  values: Partial<T>;
  /** Of the row they come from; null for a new entry. */
  revision: number | null;
}

export interface UnsavedForm<T> {
  /** The typed text comes from a draft that outlived a reload or a sign-in. */
  restored: boolean;
  /** What the typed text was typed over; of a restored one, what it had been typed over then. */
  base: FormBase<T>;
  /** Says that the typed text stands over other values from now on. */
  rebase: (base: FormBase<T>) => void;
  /** The id to store a new entry under; the same for every attempt at saving what stands here. */
  newId: string;
  /** Call once the backend has taken the values, before leaving. */
  markSaved: () => void;
  /** Throws the typed text away and shows what is stored. */
  discard: () => void;
}

/**
 * Guards what is typed into a form: warns before leaving (another screen, closing the editor,
 * closing the tab), keeps a draft meanwhile, and brings it back after a reload or a sign-in.
 *
 * @param name unique among forms and entries, such as `projects 3f2…`.
 * @param revision of the row the form was filled from; null for a new entry.
 * @param place "page" for a form that stays while an entry's editor opens and closes over it.
 * @param secrets fields that must never be written to a draft, such as passwords.
 */
export function useUnsavedForm<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: string,
  revision: number | null,
  {
    place = "entry",
    secrets = NO_SECRETS,
  }: { place?: FormPlace; secrets?: readonly Path<T>[] } = {},
): UnsavedForm<T> {
  const { userId } = useUser();
  const [draft] = useState(() => readUsefulDraft(userId, name, form.getValues()));
  const [entryId] = useState(() => draft?.newId ?? newId());
  const [restored, setRestored] = useState(draft !== null);
  const [base, setBase] = useState<FormBase<T>>(() => baseOf(draft, form.getValues(), revision));
  const settled = useRef(false);
  const { isDirty } = form.formState;

  useEffect(() => {
    // The stored values stay the defaults, so that the form knows it differs from them.
    if (!draft) return;
    form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
  }, [form, draft]);

  // Until the draft stands in the form, its own revision counts, or a change made elsewhere
  // between writing and restoring would be overwritten unseen.
  const restoring = useRef(draft !== null);
  useEffect(() => {
    if (isDirty) restoring.current = false;
    else if (!restoring.current) setBase({ values: form.getValues(), revision });
  }, [form, isDirty, revision]);

  const forget = useCallback(() => {
    settled.current = true;
    setUnsaved(name, null);
    removeDraft(userId, name);
    setRestored(false);
  }, [name, userId]);

  const wasDirty = useRef(false);
  useEffect(() => {
    if (!isDirty) {
      // Typed back to what is stored: nothing is left to keep.
      if (wasDirty.current) forget();
      wasDirty.current = false;
      return;
    }
    wasDirty.current = true;
    settled.current = false;
    setUnsaved(name, { place, forget });
    const keep = () => {
      if (settled.current) return;
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
      if (!settled.current) event.preventDefault();
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
    discard: () => {
      forget();
      form.reset();
      settled.current = false;
    },
  };
}

/** A draft holds what was typed over for the fields that were touched; the others stood as stored. */
function baseOf<T>(draft: FormDraft<T> | null, stored: T, revision: number | null): FormBase<T> {
  if (!draft) return { values: stored, revision };
  const values = draft.base && { ...stored, ...draft.values, ...draft.base };
  return {
    values: values ?? (draft.revision === revision ? stored : {}),
    revision: draft.revision,
  };
}

/** Of the base, the fields that something else was typed over. */
function changedIn<T extends object>(base: Partial<T>, values: Partial<T>): Partial<T> {
  const fields = Object.entries(base) as [keyof T, T[keyof T]][];
  return Object.fromEntries(
    fields.filter(([name, value]) => name in values && !isSame(value, values[name])),
  ) as Partial<T>;
}

/** The kept draft, unless it says what is stored anyway. */
function readUsefulDraft<T extends FieldValues>(userId: string, name: string, stored: T) {
  const draft = readDraft<Partial<T>>(userId, name);
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
