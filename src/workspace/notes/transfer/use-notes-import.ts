import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useUser } from "../../../auth/session-context.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { TRASH_TABLE } from "../tool.ts";
import { useNotes } from "../use-notes.ts";
import { type Imported, importNotes } from "./import-notes.ts";
import type { Found, FoundNote } from "./note-source.ts";
import type { ChosenFile } from "./open-files.ts";
import { createNotesReader, type NotesReader } from "./read-notes.ts";
import { listNoteIds, restoreNotes } from "./transfer-api.ts";

/** The notes of chosen files, before any is written. */
export interface NotesReview {
  /** Such as the name of a file. */
  name: string;
  found: Found;
  /** Ids of notes that are there already. */
  known: ReadonlySet<string>;
  /** Ids of notes in the trash. */
  trashed: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
}

export type ImportStep =
  | { step: "choose"; problem: string }
  | { step: "reading"; part: number }
  | ({ step: "review"; problem: string } & NotesReview)
  | { step: "importing"; done: number; all: number }
  | ({ step: "done"; restored: number } & Imported);

/** Reads files, compares their notes with the stored ones and imports what is chosen. */
export function useNotesImport() {
  const { userId } = useUser();
  const { sync } = useNotes();
  const [step, setStep] = useState<ImportStep>({ step: "choose", problem: "" });
  const running = useRef(new AbortController());
  const reader = useRef<NotesReader>(undefined);
  useEffect(
    () => () => {
      running.current.abort();
      reader.current?.close();
    },
    [],
  );
  const write = useMutation({
    async mutationFn({ notes, ids }: { notes: readonly FoundNote[]; ids: string[] }) {
      const { signal } = running.current;
      if (!reader.current) throw new Error("There is nothing to import.");
      const restored = await restoreNotes(userId, ids, signal);
      const imported = await importNotes(notes, {
        userId,
        reader: reader.current,
        signal,
        onProgress: (done) => setStep({ step: "importing", done, all: notes.length }),
      });
      return { ...imported, restored };
    },
    onSettled: () => void sync.sync().catch(() => {}),
    meta: { changes: [[TRASH_TABLE], ["workspace_files"]] },
  });

  async function choose(files: ChosenFile[], name: string): Promise<void> {
    const { signal } = restart();
    reader.current?.close();
    reader.current = createNotesReader();
    setStep({ step: "reading", part: 0 });
    try {
      const found = await reader.current.scan(files, (part) => {
        if (!signal.aborted) setStep({ step: "reading", part });
      });
      await review({ name, found }, "");
    } catch (error) {
      if (!signal.aborted) setStep({ step: "choose", problem: messageOf(error) });
    }
  }

  /** Shows what is left to import: a lost answer may have been a success. */
  async function review({ name, found }: Pick<NotesReview, "name" | "found">, problem: string) {
    const [known, trashed] = await listNoteIds(userId, AbortSignal.timeout(READ_LIMIT_MS));
    const added = found.notes.filter((note) => !note.problem && !known.has(note.id));
    const chosen = new Set(added.map(({ id }) => id).filter((id) => !trashed.has(id)));
    setStep({ step: "review", problem, name, found, known, trashed, chosen });
  }

  async function start(shown: NotesReview): Promise<void> {
    const { signal } = restart();
    const notes = shown.found.notes.filter(
      ({ id }) => shown.chosen.has(id) && !shown.trashed.has(id),
    );
    const ids = [...shown.chosen].filter((id) => shown.trashed.has(id));
    setStep({ step: "importing", done: 0, all: notes.length });
    try {
      setStep({ step: "done", ...(await write.mutateAsync({ notes, ids })) });
    } catch (error) {
      const problem = signal.aborted
        ? "Canceled. This list shows what was not imported."
        : `The import stopped: ${messageOf(error)} This list shows what was not imported.`;
      await review(shown, problem).catch(() => setStep({ step: "choose", problem }));
    }
  }

  function restart(): AbortController {
    running.current.abort();
    running.current = new AbortController();
    return running.current;
  }

  return {
    step,
    choose,
    start,
    change: (shown: NotesReview) => setStep({ step: "review", problem: "", ...shown }),
    /** Ends reading the files, or the import before its next part. */
    cancel() {
      running.current.abort();
      if (step.step !== "reading") return;
      reader.current?.close();
      setStep({ step: "choose", problem: "" });
    },
    reset: () => setStep({ step: "choose", problem: "" }),
  };
}

const READ_LIMIT_MS = 60_000;
