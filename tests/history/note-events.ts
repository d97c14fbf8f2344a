import type { RowVersion } from "./versions.ts";

/** A person's step with labels, or the interface's answer. */
export type LabelEvent =
  | { kind: "label added"; note: string; label: string }
  | { kind: "label removed"; note: string; label: string }
  /** Renames a label in all notes; an empty name removes it. */
  | { kind: "label renamed"; label: string; name: string }
  /** The interface said that it is saved, or kept on this device. */
  | { kind: "label saved" | "label kept"; note: string; label: string };

/** A person puts a picture into a note; its alternative text is the token. */
export interface PictureEvent {
  kind: "picture";
  note: string;
  token: string;
}

/** Facts about the pictures of notes, besides the notes. */
export interface Pictures {
  /** Files of the drive. */
  files: readonly RowVersion<{ trashed_at: string | null }>[];
  /** Which notes use which files; `unused_since` is null while they do. */
  uses: readonly RowVersion<{ note_id: string; file_id: string; unused_since: string | null }>[];
  /** Final problem of each picture that a note names, by the id of its file. */
  problems: Readonly<Record<string, "missing" | "other bytes">>;
}

/** The interface called an import complete; the tokens are those of its notes, each in its title. */
export interface ImportEvent {
  kind: "imported";
  notes: readonly string[];
}
