import { Bell } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { ReminderField, ReminderMark } from "../shell/reminder-field.tsx";
import { timeOf, toMoment } from "../shell/reminder-time.ts";
import { LABEL_CHIP } from "./labels/label-chips.tsx";
import type { Note } from "./note.ts";
import type { NoteActions } from "./use-note-actions.ts";
import { useNote, useNotes } from "./use-notes.ts";

/** A note's reminder, which opens its dialog; without one nothing, or an offer of one. */
export function ReminderChip({
  note,
  actions,
  offers = false,
}: {
  note: Note;
  actions: NoteActions;
  offers?: boolean;
}) {
  const { remind_at } = note;
  if (!remind_at && !offers) return null;
  const isPast = remind_at !== null && Date.parse(remind_at) < Date.now();
  return (
    <button
      type="button"
      className={`${LABEL_CHIP} relative inline-flex pointer-coarse:min-h-11 min-h-7 items-center self-start px-2 hover:border-accent ${isPast ? "line-through" : ""}`}
      onClick={() => actions.remind(note)}
    >
      {remind_at ? (
        <ReminderMark at={remind_at} />
      ) : (
        <>
          <Bell aria-hidden="true" className="me-1 size-3.5" />
          Remind me
        </>
      )}
    </button>
  );
}

/** Sets, changes or removes the reminder of a note. */
export function ReminderDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const notes = useNotes();
  const stored = useNote(notes, id)?.remind_at ?? null;
  const [time, setTime] = useState(timeOf(stored));

  function choose(chosen: string) {
    notes.outbox.edit(id, { remind_at: toMoment(chosen) });
    onClose();
  }

  return (
    <Modal title="Reminder" width="sm" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          choose(time);
        }}
      >
        <ReminderField
          label="Remind Me"
          value={time}
          onChange={({ target }) => setTime(target.value)}
          onPick={choose}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {stored && (
            <Button look="quiet" onClick={() => choose("")}>
              Remove Reminder
            </Button>
          )}
          <Button type="submit" look="primary" disabled={toMoment(time) === null}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
