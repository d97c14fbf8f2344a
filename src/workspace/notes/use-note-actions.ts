import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { toast } from "sonner";
import { useUser } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { offerUndo, withdrawUndo } from "../../ui/toasts/undo-toast.ts";
import { type Note, titleOf } from "./note.ts";
import { tickItem } from "./note-html.ts";
import type { NotesService } from "./notes-service.ts";
import { TABLE } from "./tool.ts";

/** Actions on a note, from its card and its editor. */
export type NoteActions = ReturnType<typeof createActions>;

/**
 * @param onGone called for a note that leaves the view, to close its editor.
 * @returns the actions, the error of the last one, and the note whose reminder is asked for.
 */
export function useNoteActions(notes: NotesService, onGone: (id: string) => void) {
  const client = useQueryClient();
  const { userId } = useUser();
  const [error, setError] = useState<string | null>(null);
  const [reminded, setReminded] = useState<string | null>(null);

  const latestOnGone = useLatest(onGone);

  useEffect(
    () =>
      notes.outbox.onRemovalFailed((id, message) => {
        withdrawUndo(id);
        setError(message);
        void client.invalidateQueries({ queryKey: [TABLE, userId] });
      }),
    [notes, client, userId],
  );

  // Stable: thousands of cards receive it.
  const actions = useMemo(
    () => createActions(notes, { setError, setReminded, onGone: (id) => latestOnGone.current(id) }),
    [notes, latestOnGone],
  );
  return { actions, error, setError, reminded, setReminded };
}

interface Deps {
  setError: (error: string | null) => void;
  setReminded: (id: string) => void;
  onGone: (id: string) => void;
}

function createActions({ outbox, sync }: NotesService, { setError, setReminded, onGone }: Deps) {
  /** Runs an action that needs a note's full text. */
  async function withFullText(
    note: Note,
    act: (note: Note) => void | Promise<void>,
  ): Promise<void> {
    try {
      setError(null);
      const full = await sync.open(note.id);
      if (full) await act(full);
    } catch (failure) {
      setError(messageOf(failure));
    }
  }

  return {
    togglePin: ({ id, is_pinned }: Note) => outbox.edit(id, { is_pinned: !is_pinned }),
    toggleArchive({ id, is_archived }: Note): void {
      outbox.edit(id, { is_archived: !is_archived });
      onGone(id);
      const text = is_archived ? "Note unarchived." : "Note archived.";
      offerUndo(text, () => outbox.edit(id, { is_archived }));
    },
    /** Checks or unchecks the n-th item of its checklists. */
    tick: (note: Note, index: number, checked: boolean) =>
      void withFullText(note, ({ id, content }) => {
        outbox.edit(id, { content: tickItem(content, index, checked) });
        outbox.flush(id);
      }),
    copy: (note: Note) =>
      void withFullText(note, async (full) => {
        const { toPlainMarkdown } = await import("./transfer/to-markdown.ts");
        await navigator.clipboard.writeText(toPlainMarkdown(titleOf(full), full.content));
        toast("Copied as Markdown.");
      }),
    /** Asks when to be reminded of it. */
    remind: ({ id }: Note) => setReminded(id),
    /** Saves it as a Markdown file. */
    download: (note: Note) =>
      void withFullText(note, async (full) => {
        const { exportNote } = await import("./transfer/export-notes.ts");
        await exportNote({ ...full, is_trashed: false });
      }),
    remove({ id }: Note): void {
      setError(null);
      onGone(id);
      outbox.remove(id);
      offerUndo("Note moved to the trash.", () => outbox.restore(id), id);
    },
  };
}
