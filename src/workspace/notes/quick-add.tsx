import { ListChecks } from "lucide-react";
import { type FocusEvent, type Ref, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NOTE_TITLE_MAX_LENGTH } from "../../../shared/limits.ts";
import { prepareEditor, RichTextField } from "../../editor/rich-text-field.tsx";
import { newId } from "../../lib/new-id.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { whenComposed } from "../../ui/composition.ts";
import { releaseFocus } from "../../ui/focus-recovery.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { toHtml } from "./note-html.ts";
import { focusText } from "./note-keys.ts";
import { firstPicture } from "./note-picture.tsx";
import { plainText } from "./note-text.ts";
import type { NotesService } from "./notes-service.ts";
import { usePressOutside } from "./use-press-outside.ts";

interface QuickAddProps {
  notes: NotesService;
  /** The label of the current view, which the new note gets. */
  label?: string;
  /** The field that the shortcut focuses. */
  field: Ref<HTMLTextAreaElement>;
  onAdd: () => void;
}

/**
 * The box that adds a note: one line until it is focused, then title and text. Text is typed in a
 * plain field until the editor is loaded.
 */
export function QuickAdd({ notes, label = "", field, onAdd }: QuickAddProps) {
  const { outbox } = notes;
  const latestOnAdd = useLatest(onAdd);
  const latestLabel = useLatest(label);
  const box = useRef<HTMLElement>(null);
  const plainField = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  /** Whether the editor has replaced the plain field. */
  const [isReady, setReady] = useState(false);
  /** Cancels the wait for the end of a composition; null while the box is closed. */
  const stopWaiting = useRef<(() => void) | null>(null);
  const [{ title, text, content }, setShown] = useState(EMPTY);
  /** The current input; the first event that closes the box consumes it. */
  const typed = useRef({ ...EMPTY, id: newId() });

  function update(change: Partial<typeof EMPTY>) {
    const next = { ...typed.current, ...change };
    typed.current = next;
    setShown(next);
    // Stored on the device immediately: if the tab dies, the input becomes a note.
    if (isEmpty(next)) outbox.discardInput(next.id);
    else outbox.persistInput(next.id, { title: next.title, content: next.content });
  }

  const close = useCallback(() => {
    stopWaiting.current?.();
    stopWaiting.current = null;
    setOpen(false);
    setReady(false);
    const taken = typed.current;
    typed.current = { ...EMPTY, id: newId() };
    setShown(EMPTY);
    if (isEmpty(taken)) return;
    const labels = latestLabel.current ? [latestLabel.current] : [];
    outbox.create(taken.id, { title: taken.title.trim(), content: taken.content, labels });
    latestOnAdd.current();
  }, [outbox, latestOnAdd, latestLabel]);

  // Leaving the screen also closes it.
  useEffect(() => close, [close]);
  usePressOutside(box, open, close);
  useEffect(() => {
    if (open) void prepareEditor().then(setLoaded);
  }, [open]);

  return (
    <section
      ref={box}
      aria-label="New note"
      className="relative grid grid-cols-[minmax(0,1fr)] [overflow-anchor:none] rounded border border-line-strong bg-surface focus-within:border-accent"
      onBlur={(event: FocusEvent) => {
        // Tab moves the focus on to the notes. When the window loses the focus, the box stays open.
        const next = event.relatedTarget;
        if (next instanceof Node && !box.current?.contains(next)) close();
      }}
      // Runs before the editor, where Ctrl+Enter toggles a checklist item.
      onKeyDownCapture={(event) => {
        const done = event.key === "Enter" && (event.ctrlKey || event.metaKey);
        if (!open || event.nativeEvent.isComposing || !done) return;
        event.preventDefault();
        event.stopPropagation();
        close();
        releaseFocus();
      }}
      onKeyDown={(event) => {
        if (!open || event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        close();
        releaseFocus();
      }}
    >
      {open && (
        <input
          type="text"
          aria-label="Title"
          placeholder={TITLE}
          dir="auto"
          maxLength={NOTE_TITLE_MAX_LENGTH}
          value={title}
          enterKeyHint="next"
          onChange={(event) => update({ title: event.target.value })}
          onKeyDown={focusText}
          className="h-11 w-full bg-transparent px-4 font-semibold outline-none"
        />
      )}
      {!open && (
        <IconButton
          label="New list"
          icon={ListChecks}
          className="absolute end-0.5 top-0.5 z-1"
          onClick={() => {
            // The editor turns it into an empty item as soon as it is loaded.
            flushSync(() => setShown({ ...EMPTY, text: NEW_LIST }));
            plainField.current?.focus();
            plainField.current?.setSelectionRange(NEW_LIST.length, NEW_LIST.length);
          }}
        />
      )}
      {!isReady && (
        <textarea
          ref={(element) => {
            plainField.current = element;
            if (typeof field === "function") field(element);
            else if (field) field.current = element;
          }}
          aria-label={TEXT}
          placeholder={TEXT}
          dir="auto"
          rows={open ? 4 : 1}
          value={text}
          onFocus={() => {
            stopWaiting.current ??= () => {};
            setOpen(true);
          }}
          onChange={({ target: { value } }) => update({ text: value, content: toHtml(value) })}
          className="field-sizing-content max-h-96 pointer-coarse:min-h-11 w-full resize-none bg-transparent px-4 py-2.5 outline-none"
        />
      )}
      {open && isLoaded && (
        // The editor is hidden until it has taken over the typed text, but has its full size:
        // without a height, Chromium moves the caret to the start of the text after each letter.
        <div
          className={`flex bg-inherit ${isReady ? "" : "pointer-events-none absolute inset-0 opacity-0"}`}
        >
          <RichTextField
            label={TEXT}
            plain
            checklists
            pictures={notes.pictures}
            placeholder={TEXT}
            value={content}
            onChange={(html) => update({ content: html })}
            takeOver={(type) => {
              const { current: field } = plainField;
              if (!stopWaiting.current) return;
              stopWaiting.current = whenComposed(field, () => {
                setReady(true);
                type({ text: field?.value ?? "", caret: caretOf(field) });
              });
            }}
          />
        </div>
      )}
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

const TITLE = "Title";
const TEXT = "Take a note...";
const NEW_LIST = "[ ] ";

/** `text` is the value of the plain field. */
const EMPTY = { title: "", text: "", content: "" };

const isEmpty = ({ title, content }: typeof EMPTY) =>
  title.trim() === "" && plainText(content) === "" && !firstPicture(content);

const caretOf = (field: HTMLTextAreaElement | null) =>
  field && field === document.activeElement ? field.selectionEnd : null;
