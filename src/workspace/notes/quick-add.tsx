import { type FocusEvent, type Ref, useCallback, useEffect, useRef, useState } from "react";
import { NOTE_TITLE_MAX_LENGTH } from "../../../shared/limits.ts";
import { newId } from "../../lib/new-id.ts";
import { Button } from "../../ui/button.tsx";
import { releaseFocus } from "../../ui/focus-recovery.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { usePressOutside } from "./color-picker.tsx";
import { toHtml } from "./note-html.ts";
import type { NotesService } from "./notes-service.ts";

/** Adds a note: one line until it is focused, then a title and a text. */
export function QuickAdd({
  notes,
  field,
  onAdd,
}: {
  notes: NotesService;
  /** The field that the shortcut focuses. */
  field: Ref<HTMLTextAreaElement>;
  onAdd: () => void;
}) {
  const { outbox } = notes;
  const latestOnAdd = useLatest(onAdd);
  const box = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const [{ title, text }, setShown] = useState(EMPTY);
  /** The current input; the first way of closing consumes it. */
  const typed = useRef({ ...EMPTY, id: newId() });

  function update(next: typeof EMPTY) {
    setShown(next);
    typed.current = { ...typed.current, ...next };
    // Stored on the device immediately: if the tab dies now, it becomes a note.
    if (isEmpty(next)) outbox.discardInput(typed.current.id);
    else outbox.persistInput(typed.current.id, { title: next.title, content: toHtml(next.text) });
  }

  const close = useCallback(() => {
    setOpen(false);
    const { id, ...taken } = typed.current;
    if (isEmpty(taken)) return;
    typed.current = { ...EMPTY, id: newId() };
    setShown(EMPTY);
    outbox.create(id, { title: taken.title.trim(), content: toHtml(taken.text) });
    latestOnAdd.current();
  }, [outbox, latestOnAdd]);

  // Leaving the screen also closes it.
  useEffect(() => close, [close]);
  usePressOutside(box, open, close);

  return (
    <section
      ref={box}
      aria-label="New note"
      className="mx-auto mb-6 grid w-full max-w-2xl rounded border border-line-strong bg-surface focus-within:border-accent"
      onBlur={(event: FocusEvent) => {
        // Tab moves on to the notes; losing the window's focus changes nothing.
        const next = event.relatedTarget;
        if (next instanceof Node && !box.current?.contains(next)) close();
      }}
      onKeyDown={(event) => {
        const done = event.key === "Enter" && (event.ctrlKey || event.metaKey);
        if (!open || event.nativeEvent.isComposing || !(done || event.key === "Escape")) return;
        event.preventDefault();
        close();
        releaseFocus();
      }}
    >
      {open && (
        <input
          type="text"
          aria-label="Title"
          placeholder="Title"
          dir="auto"
          maxLength={NOTE_TITLE_MAX_LENGTH}
          value={title}
          onChange={(event) => update({ title: event.target.value, text })}
          className="h-11 w-full bg-transparent px-4 font-semibold outline-none"
        />
      )}
      <textarea
        ref={field}
        aria-label="Take a note..."
        placeholder="Take a note..."
        dir="auto"
        rows={open ? 4 : 1}
        value={text}
        onFocus={() => setOpen(true)}
        onChange={(event) => update({ title, text: event.target.value })}
        className="field-sizing-content max-h-96 pointer-coarse:min-h-11 w-full resize-none bg-transparent px-4 py-2.5 outline-none"
      />
      {open && (
        <div className="flex justify-end p-1.5">
          <Button look="quiet" onClick={close}>
            Close
          </Button>
        </div>
      )}
    </section>
  );
}

const EMPTY = { title: "", text: "" };

const isEmpty = ({ title, text }: typeof EMPTY) => title.trim() === "" && text.trim() === "";
