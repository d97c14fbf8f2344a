import { toast } from "sonner";

/** Milliseconds for which Undo is offered. @limit content: undo after deleting a note or a task */
const UNDO_MS = 10_000;

/** The latest notification about each subject. */
const shown = new Map<string, string | number>();

/**
 * Shows what was done, with a button to undo it.
 *
 * Every call shows a new notification. Reusing the id of an earlier one would make both disappear
 * when the same action is repeated while the earlier one fades out.
 * ¶
 * @param subject identifies the notification for `withdrawUndo`, such as the id of the removed row.
 */
export function offerUndo(text: string, undo: () => void, subject?: string): void {
  const id = toast(text, { action: { label: "Undo", onClick: undo }, duration: UNDO_MS });
  if (subject !== undefined) shown.set(subject, id);
}

/** Removes an Undo that no longer applies. */
export function withdrawUndo(subject: string): void {
  const id = shown.get(subject);
  if (id !== undefined) toast.dismiss(id);
  shown.delete(subject);
}
