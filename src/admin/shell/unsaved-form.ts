import { useCallback, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type Location, useBlocker, useLocation } from "react-router";
import { useUser } from "../../auth/session-context.tsx";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { readDraft, removeDraft, writeDraft } from "./form-draft.ts";

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
  return unsaved.size === 0 || askToConfirm(DISCARD_QUESTION);
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

function leftBy(from: Location, to: Location): Guard[] {
  const otherPage = from.pathname !== to.pathname;
  const otherEntry = otherPage || from.search !== to.search;
  return [...unsaved.values()].filter(({ place }) => (place === "page" ? otherPage : otherEntry));
}

export interface UnsavedForm {
  /** The typed text comes from a draft that outlived a reload or a sign-in. */
  restored: boolean;
  /** The revision the restored text was based on, else the one given. */
  baseRevision: number | null;
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
 */
export function useUnsavedForm<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: string,
  revision: number | null,
  place: FormPlace = "entry",
): UnsavedForm {
  const { userId } = useUser();
  const [draft] = useState(() => readDraft<T>(userId, name));
  const [restored, setRestored] = useState(draft !== null);
  const [baseRevision, setBaseRevision] = useState(draft ? draft.revision : revision);
  const settled = useRef(false);
  const { isDirty } = form.formState;

  useEffect(() => {
    // The stored values stay the defaults, so that the form knows it differs from them.
    if (draft) form.reset(draft.values, { keepDefaultValues: true });
  }, [form, draft]);

  useEffect(() => {
    if (!isDirty) setBaseRevision(revision);
  }, [isDirty, revision]);

  const forget = useCallback(() => {
    settled.current = true;
    unsaved.delete(name);
    removeDraft(userId, name);
    setRestored(false);
  }, [name, userId]);

  useEffect(() => {
    if (!isDirty) return;
    settled.current = false;
    unsaved.set(name, { place, forget });
    const keep = () => {
      if (!settled.current) {
        writeDraft(userId, name, { values: form.getValues(), revision: baseRevision });
      }
    };
    keep();
    const { unsubscribe } = form.watch(keep);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => {
      unsaved.delete(name);
      unsubscribe();
      removeEventListener("beforeunload", warn);
    };
  }, [form, name, userId, isDirty, baseRevision, place, forget]);

  return {
    restored,
    baseRevision,
    markSaved: forget,
    discard: () => {
      forget();
      form.reset();
      settled.current = false;
    },
  };
}
