import { useCallback, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useBlocker } from "react-router";
import { useUser } from "../../auth/session-context.tsx";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { readDraft, removeDraft, writeDraft } from "./form-draft.ts";

/** Asked before anything typed would be thrown away. */
export const DISCARD_QUESTION = "You have unsaved changes. Discard them?";

const unsaved = new Set<string>();

/** True when nothing is unsaved, or the owner agrees to throw it away. For what the router cannot stop. */
export function mayDiscard(): boolean {
  return unsaved.size === 0 || askToConfirm(DISCARD_QUESTION);
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
 */
export function useUnsavedForm<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: string,
  revision: number | null,
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

  useEffect(() => {
    if (!isDirty) return;
    settled.current = false;
    unsaved.add(name);
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
  }, [form, name, userId, isDirty, baseRevision]);

  const forget = useCallback(() => {
    settled.current = true;
    unsaved.delete(name);
    removeDraft(userId, name);
    setRestored(false);
  }, [name, userId]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !settled.current &&
      currentLocation.pathname + currentLocation.search !==
        nextLocation.pathname + nextLocation.search,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (askToConfirm(DISCARD_QUESTION)) {
      forget();
      blocker.proceed();
    } else {
      blocker.reset();
    }
  }, [blocker, forget]);

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
