import type { RowVersion } from "./versions.ts";

/** A user's step with labels, or what the interface then showed. */
export type LabelEvent =
  | { kind: "label added"; note: string; label: string }
  | { kind: "label removed"; note: string; label: string }
  /** Renames a label in all notes; an empty name removes it. */
  | { kind: "label renamed"; label: string; name: string }
  /** The interface said that the label is saved, or stored on this device. */
  | { kind: "label saved" | "label kept"; note: string; label: string };

/** A user adds a picture to a note; its alternative text is the token. */
export interface PictureEvent {
  kind: "picture";
  note: string;
  token: string;
}

/** State of the pictures of notes, besides the notes. */
export interface Pictures {
  /** Files of the drive. */
  files: readonly RowVersion<{ trashed_at: string | null }>[];
  /** The files that notes use; `unused_since` is null while a note uses the file. */
  uses: readonly RowVersion<{ note_id: string; file_id: string; unused_since: string | null }>[];
  /** Final problem of each picture in a note, by the id of its file. */
  problems: Readonly<Record<string, "missing" | "other bytes">>;
}

/** The interface called an import complete; the tokens are those in its notes' titles. */
export interface ImportEvent {
  kind: "imported";
  notes: readonly string[];
}
