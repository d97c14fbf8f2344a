import { type ReactNode, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "../ui/button.tsx";
import { recoverFocus } from "../ui/focus-recovery.ts";
import { Modal } from "../ui/modal.tsx";
import { Notice } from "../ui/notice.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { SAVE_AND_CLOSE_KEYS, SaveHint, useSaveKeys } from "./save-keys.tsx";
import { mayCloseEditor } from "./unsaved-form.ts";
import type { AfterSave, EntryForm, OtherChange } from "./use-entry-form.ts";

interface EntryModalProps<Values extends FieldValues, Output> {
  title: string;
  entry: EntryForm<Values, Output>;
  onClose: () => void;
  /** Label of the submit button while not saving. */
  submitLabel?: string;
  /** Whether Save can start another new entry without closing the editor. */
  addsAnother?: boolean;
  /** Additional action at the other end of the button row. */
  extra?: ReactNode;
  /** Fields, in a grid of two columns from the small breakpoint up. */
  children: ReactNode;
}

/** The dialog for editing one entry: its fields, its conflicts, Save and Cancel. */
export function EntryModal<Values extends FieldValues, Output>(
  props: EntryModalProps<Values, Output>,
) {
  const { title, entry, onClose, submitLabel = "Save", addsAnother = true, extra } = props;
  const { children } = props;
  const { pending } = entry;
  const form = useRef<HTMLFormElement>(null);
  const after = useRef<AfterSave>("close");
  const canAddAnother = addsAnother && entry.isNew;
  const canSave = !pending && entry.otherChange === null;
  useFocus(form, pending, entry.newId);
  /** Submits the form element, so that a caller's own checks of its fields apply. */
  const save = (next: AfterSave) => {
    if (!canSave) return;
    after.current = next;
    form.current?.requestSubmit();
    after.current = "close";
  };
  useSaveKeys(form, { save: () => save("stay"), saveAndClose: () => save("close") });
  const close = () => {
    if (mayCloseEditor()) onClose();
  };
  return (
    <Modal title={title} onClose={close}>
      <form
        ref={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void entry.submit(event, after.current)}
      >
        {entry.restored && !entry.otherChange && <RestoredNotice onDiscard={entry.discard} />}
        {/* Disabled while saving, because text typed then would be in neither version. */}
        <fieldset disabled={pending} className="grid min-w-0 gap-4 sm:grid-cols-2">
          {children}
        </fieldset>
        {/* Stays visible in forms of any length. */}
        <footer className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t bg-surface px-5 py-3">
          {entry.otherChange && <OtherChangeNotice entry={entry} otherChange={entry.otherChange} />}
          {entry.failure && <Notice>{entry.failure}</Notice>}
          <div className="flex flex-wrap items-center justify-end gap-2">
            {extra ? <div className="me-auto">{extra}</div> : <SaveHint />}
            <Button onClick={close}>Cancel</Button>
            {canAddAnother && (
              <Button disabled={!canSave} onClick={() => save("add")}>
                Save and add another
              </Button>
            )}
            <Button
              type="submit"
              look="primary"
              aria-keyshortcuts={SAVE_AND_CLOSE_KEYS}
              pending={pending}
              disabled={entry.otherChange !== null}
            >
              {pending ? "Saving..." : submitLabel}
            </Button>
          </div>
        </footer>
      </form>
    </Modal>
  );
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice kind="info" action={<Button onClick={onDiscard}>Discard</Button>}>
      Your unsaved changes have been restored.
    </Notice>
  );
}

function OtherChangeNotice<Values extends FieldValues, Output>(props: {
  entry: EntryForm<Values, Output>;
  otherChange: OtherChange;
}) {
  const { entry, otherChange } = props;
  const removed = otherChange.what === "removed";
  return (
    <>
      <Notice
        kind="info"
        action={
          <div className="flex flex-wrap gap-2">
            <Button disabled={entry.pending} onClick={entry.takeTheirs}>
              {removed ? "Close" : "Take theirs"}
            </Button>
            <Button pending={entry.pending} onClick={entry.keepMine}>
              {removed ? "Save as new" : "Keep mine"}
            </Button>
          </div>
        }
      >
        {removed
          ? "This entry was removed in the meantime."
          : "This entry was changed in another tab or on another device while you were editing it."}
      </Notice>
      {!removed && <DifferenceList differences={otherChange.differences} />}
    </>
  );
}

/** Focuses the first field of each new entry, and restores the focus after other saves. */
function useFocus(
  form: React.RefObject<HTMLFormElement | null>,
  pending: boolean,
  newId: string,
): void {
  const last = useRef<Element | null>(null);
  const focused = useRef("");
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target as Element;
    };
    const { current } = form;
    current?.addEventListener("focusin", note);
    return () => current?.removeEventListener("focusin", note);
  }, [form]);
  useEffect(() => {
    if (pending) return;
    if (focused.current !== newId) {
      focused.current = newId;
      form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
      return;
    }
    // The button or field lost the focus when it was disabled for saving.
    recoverFocus(() => last.current);
  }, [form, pending, newId]);
}
