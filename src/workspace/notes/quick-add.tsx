import { type FocusEvent, type Ref, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { newNoteId, TITLE_LIMIT } from "./note.ts";
import { toHtml } from "./note-html.ts";
import type { Notes } from "./open-notes.ts";

/** Takes a new note: one line until it is entered, then a title and a text. */
export function QuickAdd({
  notes,
  field,
}: {
  notes: Notes;
  /** Where a shortcut puts the caret. */
  field: Ref<HTMLTextAreaElement>;
}) {
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [id, setId] = useState(newNoteId);
  const box = useRef<HTMLElement>(null);

  function keep(next: { title: string; text: string }) {
    setTitle(next.title);
    setText(next.text);
    // On the device at once: a tab that dies now leaves it as a note.
    if (isEmpty(next)) notes.dropTyped(id);
    else notes.keepTyped(id, { title: next.title, content: toHtml(next.text) });
  }

  function close() {
    setOpen(false);
    if (isEmpty({ title, text })) return;
    notes.create(id, { title: title.trim(), content: toHtml(text) });
    setTitle("");
    setText("");
    setId(newNoteId());
  }

  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  useEffect(() => {
    // Leaving the screen is a way of closing it, too.
    if (open) return () => latestClose.current();
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) latestClose.current();
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [open]);

  return (
    <section
      ref={box}
      aria-label="New note"
      className="mx-auto mb-6 grid w-full max-w-2xl rounded border border-line-strong bg-surface focus-within:border-accent"
      onBlur={(event: FocusEvent) => {
        // Tab leads on to the notes; a window that merely lost the focus changes nothing.
        const next = event.relatedTarget;
        if (next instanceof Node && !box.current?.contains(next)) close();
      }}
      onKeyDown={(event) => {
        const done = event.key === "Enter" && (event.ctrlKey || event.metaKey);
        if (!open || event.nativeEvent.isComposing || !(done || event.key === "Escape")) return;
        event.preventDefault();
        close();
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }}
    >
      {open && (
        <input
          type="text"
          aria-label="Title"
          placeholder="Title"
          dir="auto"
          maxLength={TITLE_LIMIT}
          value={title}
          onChange={(event) => keep({ title: event.target.value, text })}
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
        onChange={(event) => keep({ title, text: event.target.value })}
        className="field-sizing-content max-h-96 w-full resize-none bg-transparent px-4 py-2.5 outline-none"
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

const isEmpty = ({ title, text }: { title: string; text: string }) =>
  title.trim() === "" && text.trim() === "";
