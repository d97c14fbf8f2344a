import { type FormEvent, useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox, TextField } from "../../../ui/field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import type { NotesDialogProps } from "../reminder-dialog.tsx";
import { useNotes } from "../use-notes.ts";
import { countLabels, LABEL_MAX_LENGTH, labelFor, MAX_LABELS } from "./labels.ts";

/** Adds labels to notes and removes them; labels that only some have stay so until changed. */
export function ChooseLabels({ notes, actions, onClose }: NotesDialogProps) {
  const { store } = useNotes();
  const [typed, setTyped] = useState("");
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const known = useMemo(() => [...countLabels(store).keys()], [store]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const label = labelFor(typed, known);
    const all = new Map(label === "" ? changes : [...changes, [label, true]]);
    actions.change(notes, ({ labels }) => {
      const kept = labels.filter((one) => all.get(one) !== false);
      const added = [...all.keys()].filter((one) => all.get(one) && !kept.includes(one));
      return { labels: [...kept, ...added].slice(0, MAX_LABELS) };
    });
    onClose();
  }

  return (
    <Modal title="Labels" width="sm" onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Add a label"
          autoComplete="off"
          maxLength={LABEL_MAX_LENGTH}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ul className="m-0 grid list-none p-0">
          {known.map((label) => {
            const count = notes.filter(({ labels }) => labels.includes(label)).length;
            return (
              <li key={label}>
                <Checkbox
                  checked={changes.get(label) ?? count === notes.length}
                  mixed={!changes.has(label) && count > 0 && count < notes.length}
                  onChange={({ target }) =>
                    setChanges(new Map([...changes, [label, target.checked]]))
                  }
                >
                  <span dir="auto" className="min-w-0 truncate">
                    {label}
                  </span>
                </Checkbox>
              </li>
            );
          })}
        </ul>
        <Button type="submit" look="primary" className="justify-self-end">
          Save
        </Button>
      </form>
    </Modal>
  );
}
