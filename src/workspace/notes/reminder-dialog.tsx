import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { ReminderField } from "../shell/reminder-field.tsx";
import { timeOf, toMoment } from "../shell/reminder-time.ts";
import { useNote, useNotes } from "./use-notes.ts";

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
