import { type FormEvent, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "../../../ui/button.tsx";
import { Checkbox, TextField } from "../../../ui/field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import type { Note } from "../note.ts";
import type { NotesDialogProps } from "../reminder-dialog.tsx";
import { useNotes } from "../use-notes.ts";
import { countLabels, LABEL_MAX_LENGTH, labelFor, MAX_LABELS, tooManyLabels } from "./labels.ts";

/** Adds labels to notes and removes them; labels that only some have stay so until changed. */
export function ChooseLabels({ notes, actions, onClose }: NotesDialogProps) {
  const { store } = useNotes();
  const [typed, setTyped] = useState("");
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const known = useMemo(() => [...countLabels(store).keys()], [store]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const label = labelFor(typed, known);
    const all = new Map(label === "" ? changes : [...changes, [label, true]]);
    const change = ({ labels }: Note) => {
      const kept = labels.filter((one) => all.get(one) !== false);
      const added = [...all.keys()].filter((one) => all.get(one) && !kept.includes(one));
      return {
        labels: [...kept, ...added],
        isFull: added.length > Math.max(MAX_LABELS - kept.length, 0),
      };
    };
    // Another tab may have changed them since the dialog was opened.
    const current = notes.flatMap(({ id }) => store.get(id) ?? []);
    const full = current.filter((note) => change(note).isFull);
    const problem = full.length > 0 ? tooManyLabels(full, notes.length) : undefined;
    if (problem && full.length === current.length) {
      setError(problem);
      // The list may be long, and the error is above it.
      return field.current?.focus();
    }
    const others = current.filter((note) => !full.includes(note));
    actions.change(others, (note) => ({ labels: change(note).labels }));
    if (problem) toast.error(problem, { duration: 10_000 });
    onClose();
  }

  return (
    <Modal title="Labels" width="sm" onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          ref={field}
          label="Add a label"
          error={error}
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
