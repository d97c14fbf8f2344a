import { Archive, FileInput, FileOutput, StickyNote, Trash2 } from "lucide-react";
import { notePath, paths, transferPath } from "../../lib/paths.ts";
import type { ScreenAction } from "../../lib/screen.ts";
import { shortcuts } from "../../lib/shortcuts.ts";
import type { Screen } from "../shell/screen.ts";
import { UNTITLED } from "./note.ts";

/** The first part of the keys of its queries. */
export const TABLE = "workspace_notes";
export const TRASH_TABLE = "trashed_notes";

const path = paths.workspace.notes;

export const newNote = {
  ...shortcuts.newNote,
  keys: "N",
  keywords: "add create write",
  Icon: StickyNote,
} satisfies ScreenAction;

export const notes: Screen = {
  path,
  title: "My Notes",
  Icon: StickyNote,
  text: "Write things down, color them, pin what matters.",
  load: async () => (await import("./notes-page.tsx")).NotesPage,
  actions: [
    newNote,
    {
      text: "Import notes",
      keywords: "keep takeout markdown memos bear notion texts move in",
      Icon: FileInput,
      path: transferPath("import"),
    },
    {
      text: "Export notes",
      keywords: "markdown zip backup take away",
      Icon: FileOutput,
      path: transferPath("export"),
    },
  ],
  found: {
    group: "Notes",
    untitled: UNTITLED,
    kinds: {
      note: ({ id }) => ({ Icon: StickyNote, action: notePath(id, false) }),
      "archived note": ({ id }) => ({
        Icon: Archive,
        detail: "Archive",
        action: notePath(id, true),
      }),
      "trashed note": () => ({ Icon: Trash2, detail: "Trash", action: `${path}?trash` }),
    },
    async searchDevice(userId, search) {
      const { getNotesService } = await import("./notes-service.ts");
      const found = await getNotesService(userId).searchDevice(search);
      const matches = found.map(({ is_archived, ...note }) => ({
        ...note,
        kind: is_archived ? "archived note" : "note",
        place: null,
      }));
      return { matches, searched: "notes" };
    },
  },
  live: { [`public.${TABLE}`]: [], [`public.${TRASH_TABLE}`]: [] },
  // Notes in the views are updated by the changes.
  isStill: ([first, , part]) => first === TABLE && part !== "changes",
};
