import { type ReactNode, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "../ui/button.tsx";
import { recoverFocus } from "../ui/focus-recovery.ts";
import { Modal } from "../ui/modal.tsx";
import { Notice } from "../ui/notice.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { mayCloseEditor } from "./unsaved-form.ts";
import type { Elsewhere, EntryForm } from "./use-entry-form.ts";

interface EntryModalProps<Values extends FieldValues, Output> {
  title: string;
  entry: EntryForm<Values, Output>;
  onClose: () => void;
  /** Label of the submit button while not saving. */
  submitLabel?: string;
  /** Additional action at the other end of the button row. */
  extra?: ReactNode;
  /** Fields in a grid of two columns from the small breakpoint up. */
  children: ReactNode;
}

/** The dialog for editing one entry: its fields, its conflicts, Save and Cancel. */
export function EntryModal<Values extends FieldValues, Output>({
  title,
  entry,
  onClose,
  submitLabel = "Save",
  extra,
  children,
}: EntryModalProps<Values, Output>) {
  const { pending } = entry;
  const form = useRef<HTMLFormElement>(null);
  useFocus(form, pending);
  const close = () => {
    if (mayCloseEditor()) onClose();
  };
  return (
    <Modal title={title} onClose={close}>
      <form ref={form} noValidate className="grid gap-5" onSubmit={entry.submit}>
        {entry.restored && !entry.elsewhere && <RestoredNotice onDiscard={entry.discard} />}
        {/* Text typed during a save would be part of neither version. */}
        <fieldset disabled={pending} className="grid min-w-0 gap-4 sm:grid-cols-2">
          {children}
        </fieldset>
        {/* Sticky, however long the form is. */}
        <footer className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t bg-surface px-5 py-3">
          {entry.elsewhere && <ElsewhereNotice entry={entry} elsewhere={entry.elsewhere} />}
          {entry.failure && <Notice>{entry.failure}</Notice>}
          <div className="flex flex-wrap justify-end gap-2">
            {extra && <div className="me-auto">{extra}</div>}
            <Button onClick={close}>Cancel</Button>
            <Button
              type="submit"
              look="primary"
              pending={pending}
              disabled={entry.elsewhere !== null}
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

function ElsewhereNotice<Values extends FieldValues, Output>({
  entry,
  elsewhere,
}: {
  entry: EntryForm<Values, Output>;
  elsewhere: Elsewhere;
}) {
  const removed = elsewhere.what === "removed";
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
          ? "This entry was removed elsewhere."
          : "This entry was changed elsewhere while you were editing it."}
      </Notice>
      {!removed && <DifferenceList differences={elsewhere.differences} />}
    </>
  );
}

/** Focuses the first field, and restores the focus after a failed save. */
function useFocus(form: React.RefObject<HTMLFormElement | null>, pending: boolean): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    const note = ({ target }: FocusEvent) => {
      last.current = target as Element;
    };
    const { current } = form;
    current?.addEventListener("focusin", note);
    return () => current?.removeEventListener("focusin", note);
  }, [form]);
  useEffect(() => {
    // The button or field lost the focus when it was disabled for saving.
    if (!pending) recoverFocus(() => last.current);
  }, [pending]);
}
