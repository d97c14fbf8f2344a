import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { toast } from "sonner";
import { useUser } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { offerUndo, withdrawUndo } from "../../ui/toasts/undo-toast.ts";
import { changeNotes } from "./change-notes.ts";
import { type Note, type NotePatch, titleOf } from "./note.ts";
import { tickItem } from "./note-html.ts";
import { withName } from "./note-text.ts";
import type { NotesService } from "./notes-service.ts";
import { TABLE } from "./tool.ts";

/** Actions on notes, from their cards, the selection and the editor. */
export type NoteActions = ReturnType<typeof createActions>;

/** The notes whose reminder or labels a dialog asks for. */
export interface Asked {
  about: "reminder" | "labels";
  notes: readonly Note[];
}

/**
 * @param onGone called for a note that leaves the view, to close its editor.
 * @returns the actions, the error of the last one, and what a dialog asks for.
 */
export function useNoteActions(notes: NotesService, onGone: (id: string) => void) {
  const client = useQueryClient();
  const { userId } = useUser();
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);

  const latestOnGone = useLatest(onGone);

  useEffect(
    () =>
      notes.outbox.onRemovalFailed((id, message) => {
        withdrawUndo(id);
        const note = notes.store.get(id);
        setError(note ? withName(message, note) : message);
        void client.invalidateQueries({ queryKey: [TABLE, userId] });
      }),
    [notes, client, userId],
  );

  // Stable: thousands of cards receive it.
  const actions = useMemo(
    () => createActions(notes, { setError, setAsked, onGone: (id) => latestOnGone.current(id) }),
    [notes, latestOnGone],
  );
  return { actions, error, setError, asked, setAsked };
}

interface Deps {
  setError: (error: string | null) => void;
  setAsked: (asked: Asked) => void;
  onGone: (id: string) => void;
}

function createActions(notes: NotesService, { setError, setAsked, onGone }: Deps) {
  const { outbox, store, sync } = notes;
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
    /** Changes notes at once, and offers a single Undo for several. */
    change(some: readonly Note[], patchOf: (note: Note) => NotePatch, done = "changed"): void {
      const undo = changeNotes(notes, some, patchOf);
      if (some.length > 1) offerUndo(doneText(some.length, done), undo);
    },
    /** Archives the notes; unarchives them if all are archived. */
    archive(some: readonly Note[]): void {
      const is_archived = !some.every((note) => note.is_archived);
      const undo = changeNotes(notes, some, () => ({ is_archived }));
      for (const { id } of some) onGone(id);
      offerUndo(doneText(some.length, is_archived ? "archived" : "unarchived"), undo);
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
    /** Asks when to be reminded of them, or which labels they get. */
    ask: (about: Asked["about"], some: readonly Note[]) => setAsked({ about, notes: some }),
    /** Saves it as a Markdown file. */
    download: (note: Note) =>
      void withFullText(note, async (full) => {
        const { exportNote } = await import("./transfer/export-notes.ts");
        await exportNote({ ...full, is_trashed: false });
      }),
    /** Moves them to the trash. */
    remove(some: readonly Note[]): void {
      setError(null);
      for (const { id } of some) onGone(id);
      const each = (act: (id: string) => void) =>
        store.update(() => {
          for (const { id } of some) act(id);
        });
      each((id) => outbox.remove(id));
      // The failure of one deletion must not withdraw the Undo of the others.
      const subject = some.length === 1 ? some[0]?.id : undefined;
      const restore = () => each((id) => outbox.restore(id));
      offerUndo(doneText(some.length, "moved to the trash"), restore, subject);
    },
  };
}

const doneText = (count: number, done: string) =>
  `${count === 1 ? "Note" : `${formatCount(count)} notes`} ${done}.`;
