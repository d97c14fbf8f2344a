import { X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import type { Note } from "../note.ts";
import type { NotesService } from "../notes-service.ts";
import { LABEL_CHIP } from "./label-chips.tsx";
import {
  countLabels,
  LABEL_MAX_LENGTH,
  labelFor,
  MAX_LABELS,
  sortLabels,
  tooManyLabels,
} from "./labels.ts";

/** The labels of the open note, and a field that adds one and suggests existing labels. */
export function LabelField({ note, notes }: { note: Note; notes: NotesService }) {
  const { id, labels } = note;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isFocused, setFocused] = useState(false);
  // Counted once per focus of the field, because the list of notes changes with each key typed.
  const known = useMemo(
    () => (isFocused ? [...countLabels(notes.store).keys()] : []),
    [isFocused, notes],
  );

  /** The current labels, which the card or another tab may have changed since the render. */
  const current = () => notes.store.get(id)?.labels ?? labels;

  function remove(label: string) {
    notes.outbox.edit(id, { labels: current().filter((other) => other !== label) });
  }

  function add(typed: string) {
    const label = labelFor(typed, known);
    const others = current();
    if (label !== "" && !others.includes(label)) {
      // The text stays in the field.
      if (others.length >= MAX_LABELS) return void toast.error(tooManyLabels([note], 1), { id });
      notes.outbox.edit(id, { labels: [...others, label] });
    }
    setText("");
  }

  function onInput({ currentTarget: { value }, nativeEvent }: FormEvent<HTMLInputElement>) {
    // The user chose a suggestion instead of typing.
    const { inputType } = nativeEvent as InputEvent;
    const isChosen = inputType === undefined || inputType === "insertReplacementText";
    if (isChosen && known.includes(value)) add(value);
    else if (value.endsWith(",")) add(value.slice(0, -1));
    else setText(value);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (text === "" || (event.key !== "Enter" && event.key !== "Escape")) return;
    // Keeps the dialog open.
    event.preventDefault();
    if (event.key === "Enter") add(text);
    else setText("");
  }

  return (
    <>
      <ul aria-label="Labels" className="m-0 contents list-none p-0">
        {sortLabels(labels).map((label) => (
          <li key={label} className={`${LABEL_CHIP} inline-flex items-center py-0! ps-2.5`}>
            <span dir="auto" className="truncate">
              {label}
            </span>
            <button
              type="button"
              aria-label={`Remove label ${label}`}
              title="Remove label"
              className="grid size-7 pointer-coarse:size-11 shrink-0 place-items-center rounded-full text-soft hover:text-ink"
              onClick={() => {
                remove(label);
                field.current?.focus();
              }}
            >
              <X className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={field}
        type="text"
        aria-label="Add a label"
        placeholder="Add a label"
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        list={listId}
        maxLength={LABEL_MAX_LENGTH}
        value={text}
        onInput={onInput}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          add(text);
          setFocused(false);
        }}
        className="h-8 pointer-coarse:h-11 w-36 min-w-24 flex-1 bg-transparent px-1 text-note outline-none placeholder:text-soft"
      />
      <datalist id={listId}>
        {known
          .filter((label) => !labels.includes(label))
          .map((label) => (
            <option key={label} value={label} />
          ))}
      </datalist>
    </>
  );
}
