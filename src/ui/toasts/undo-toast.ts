import { toast } from "sonner";

/** How long Undo is offered. @limit content: undo after deleting a note or a task */
const UNDO_MS = 10_000;

/** The notification shown last about each subject. */
const shown = new Map<string, string | number>();

/**
 * Says what was done, and offers to undo it.
 *
 * Every call shows a notification of its own. One that took the id of an earlier notification
 * would disappear with it, when the same is done again while that one still fades out.
 *
 * @param subject for `withdrawUndo`, such as the id of what was removed.
 */
export function offerUndo(text: string, undo: () => void, subject?: string): void {
  const id = toast(text, { action: { label: "Undo", onClick: undo }, duration: UNDO_MS });
  if (subject !== undefined) shown.set(subject, id);
}

/** Removes the offer once it no longer applies. */
export function withdrawUndo(subject: string): void {
  const id = shown.get(subject);
  if (id !== undefined) toast.dismiss(id);
  shown.delete(subject);
}
