import { Bell } from "lucide-react";
import { ReminderMark } from "../shell/reminder-field.tsx";
import { LABEL_CHIP } from "./labels/label-chips.tsx";
import type { Note } from "./note.ts";
import type { NoteActions } from "./use-note-actions.ts";

interface ReminderChipProps {
  note: Note;
  actions: NoteActions;
  offers?: boolean;
}

/** Shows a note's reminder, or an offer to set one, and opens its dialog. */
export function ReminderChip({ note, actions, offers = false }: ReminderChipProps) {
  const { remind_at } = note;
  if (!remind_at && !offers) return null;
  const isPast = remind_at !== null && Date.parse(remind_at) < Date.now();
  return (
    <button
      type="button"
      className={`${LABEL_CHIP} relative inline-flex pointer-coarse:min-h-11 min-h-7.5 items-center px-2 hover:border-accent ${isPast ? "line-through" : ""}`}
      onClick={() => actions.ask("reminder", [note])}
    >
      {remind_at ? (
        <ReminderMark at={remind_at} />
      ) : (
        <>
          <Bell className="me-1 size-3.5" />
          Remind me
        </>
      )}
    </button>
  );
}
