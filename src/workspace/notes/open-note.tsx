import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { recoverFocus } from "../../ui/focus-recovery.ts";
import { NoteEditor } from "./note-editor.tsx";
import { useNote, useNotes } from "./use-notes.ts";

interface OpenNoteProps {
  id: string;
  /** Whether the list of notes is complete. */
  known: boolean;
  actions: Parameters<typeof NoteEditor>[0]["actions"];
  onClose: () => void;
}

/** The open note's editor; closes when the note is deleted. */
export function OpenNote({ id, known, actions, onClose }: OpenNoteProps) {
  const notes = useNotes();
  const note = useNote(notes, id);
  const gone = known && !note;
  const shown = useRef(false);
  useEffect(() => {
    // The list may still be loading.
    if (!note && !known) void notes.sync.open(id).catch(() => {});
  }, [id, notes, note, known]);
  useEffect(() => {
    if (note) shown.current = true;
    if (!gone) return;
    if (shown.current && notes.store.removal(id) !== "wanted")
      toast("This note was deleted in the meantime.");
    onClose();
  }, [id, notes, note, gone, onClose]);
  // The note's card may have moved meanwhile, so the focus must be restored explicitly.
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        recoverFocus(() => document.querySelector(`[data-note="${id}"] > button`));
      });
    },
    [id],
  );
  return note && <NoteEditor note={note} actions={actions} onClose={onClose} />;
}
