import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { ReminderField } from "../shell/reminder-field.tsx";
import { timeOf, toMoment } from "../shell/reminder-time.ts";
import type { Note } from "./note.ts";
import type { NoteActions } from "./use-note-actions.ts";

export interface NotesDialogProps {
  notes: readonly Note[];
  actions: NoteActions;
  onClose: () => void;
}

/** Sets, changes or removes the reminder of notes; of several, the first one's is shown. */
export function ReminderDialog({ notes, actions, onClose }: NotesDialogProps) {
  const stored = notes.find(({ remind_at }) => remind_at)?.remind_at ?? null;
  const [time, setTime] = useState(timeOf(stored));

  function choose(chosen: string) {
    const remind_at = toMoment(chosen);
    actions.change(notes, () => ({ remind_at }), remind_at ? "have a reminder" : "changed");
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
