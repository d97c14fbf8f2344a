import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { EntryForm } from "./use-entry-form.ts";

interface EntryModalProps<Values extends FieldValues, Output> {
  title: string;
  entry: EntryForm<Values, Output>;
  onClose: () => void;
  /** Fields in a grid of two columns from small screens on. */
  children: ReactNode;
}

/** The editor of one entry: its fields, what happened elsewhere, and the two ways out. */
export function EntryModal<Values extends FieldValues, Output>({
  title,
  entry,
  onClose,
  children,
}: EntryModalProps<Values, Output>) {
  return (
    <Modal title={title} onClose={onClose}>
      <form noValidate className="grid gap-5" onSubmit={entry.submit}>
        <EntryNotices entry={entry} />
        <div className="grid gap-4 sm:grid-cols-2">{children}</div>
        {entry.failure && <Notice>{entry.failure}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            pending={entry.pending}
            disabled={entry.elsewhere !== null}
          >
            {entry.pending ? "Saving..." : "Save"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function EntryNotices<Values extends FieldValues, Output>({
  entry,
}: {
  entry: EntryForm<Values, Output>;
}) {
  if (entry.elsewhere) {
    const removed = entry.elsewhere === "removed";
    return (
      <Notice
        kind="info"
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={entry.takeTheirs}>{removed ? "Close" : "Take theirs"}</Button>
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
    );
  }
  if (!entry.restored) return null;
  return (
    <Notice kind="info" action={<Button onClick={entry.takeTheirs}>Discard</Button>}>
      Your unsaved changes have been restored.
    </Notice>
  );
}
