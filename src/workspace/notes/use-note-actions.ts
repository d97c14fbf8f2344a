import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { useUser } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import type { Note } from "./note.ts";
import { tickItem, toMarkdown } from "./note-html.ts";
import type { Notes } from "./open-notes.ts";

/** What can be done to a note, from its card as from its editor. */
export interface NoteActions {
  togglePin(note: Note): void;
  toggleArchive(note: Note): void;
  /** Ticks the n-th item of its checklists, or takes the tick away. */
  tick(note: Note, index: number, checked: boolean): void;
  copy(note: Note): void;
  remove(note: Note): void;
}

/**
 * @param onGone hears of a note that leaves the view, so that its editor closes.
 * @returns the actions, and what went wrong with the last of them.
 */
export function useNoteActions(notes: Notes, onGone: (id: string) => void) {
  const client = useQueryClient();
  const { userId } = useUser();
  const [error, setError] = useState<string | null>(null);

  const left = useRef(onGone);
  useEffect(() => {
    left.current = onGone;
  });

  // The same object as long as possible: thousands of cards hold it.
  const actions = useMemo(
    () =>
      createActions(notes, {
        setError,
        onGone: (id) => left.current(id),
        reload: () => client.invalidateQueries({ queryKey: ["workspace_notes", userId] }),
      }),
    [notes, client, userId],
  );
  return { actions, error, clearError: () => setError(null) };
}

interface Surroundings {
  setError: (error: string | null) => void;
  onGone: (id: string) => void;
  reload: () => Promise<void>;
}

function createActions(notes: Notes, { setError, onGone, reload }: Surroundings): NoteActions {
  /** Runs what needs the whole text of a note. */
  async function withWhole(note: Note, act: (whole: Note) => void | Promise<void>): Promise<void> {
    try {
      setError(null);
      const whole = await notes.book.open(note.id);
      if (whole) await act(whole);
    } catch (failure) {
      setError(messageOf(failure));
    }
  }

  return {
    togglePin: ({ id, is_pinned }) => notes.edit(id, { is_pinned: !is_pinned }),
    toggleArchive({ id, is_archived }) {
      notes.edit(id, { is_archived: !is_archived });
      onGone(id);
      toast(is_archived ? "Note brought back." : "Note archived.", {
        action: { label: "Undo", onClick: () => notes.edit(id, { is_archived }) },
      });
    },
    tick: (note, index, checked) =>
      void withWhole(note, ({ id, content }) => {
        notes.edit(id, { content: tickItem(content, index, checked) });
        void notes.queue.flush(id);
      }),
    copy: (note) =>
      void withWhole(note, async ({ title, content }) => {
        await navigator.clipboard.writeText(toMarkdown(title, content));
        toast("Copied as Markdown.");
      }),
    async remove(note) {
      setError(null);
      onGone(note.id);
      try {
        const removed = await notes.remove(note.id);
        toast("Note deleted.", {
          ...(removed && { action: { label: "Undo", onClick: () => notes.restore(removed) } }),
        });
      } catch (failure) {
        setError(messageOf(failure));
        await reload();
      }
    },
  };
}
