import type { DriveEvent, DriveHistory } from "./drive/drive-history.ts";
import type { ImportEvent, LabelEvent, PictureEvent, Pictures } from "./note-events.ts";
import { tokensIn } from "./schedule.ts";
import type { RowVersion } from "./versions.ts";

/** Where a row can be: notes and their trash, tasks and their archive. */
export type Place = "notes" | "trash" | "board" | "archive";

/** A committed version of a note or task; null when it has left this place. */
export interface Version extends RowVersion<StoredRow> {
  place: Place;
}

/** The columns that the checks use. */
export interface StoredRow {
  title: string;
  /** Text of a note. */
  content?: string;
  color?: string;
  is_pinned?: boolean;
  is_archived?: boolean;
  labels?: readonly string[];
  /** Text of a task. */
  description?: string | null;
  status?: string;
  order?: number;
  priority?: string;
  due_date?: string | null;
  tags?: readonly string[] | null;
  recurrence?: string | null;
  recurrence_from?: string;
  recurrence_zone?: string | null;
  next_task_id?: string | null;
  revision?: number;
}

/** Events that the checker caused or observed, in order. */
export type Event = { at: number; tab: string } & (
  | { kind: "typed"; token: string }
  /** The interface said that it is saved. */
  | { kind: "saved"; token: string }
  /** The interface said that it is kept on this device. */
  | { kind: "kept"; token: string }
  | { kind: "decision"; decision: Decision }
  | { kind: "seen"; place: "notes" | "board"; id: string; text: string; offline: boolean }
  /** The tab was opened; until its first read, it may show the device's copy. */
  | { kind: "opened" }
  | { kind: "evicted" }
  | DriveEvent
  | LabelEvent
  | PictureEvent
  | ImportEvent
);

/** A user's decision about existing texts. */
export interface Decision {
  what:
    | "add"
    | "delete"
    | "restore"
    | "purge"
    | "archive"
    | "unarchive"
    | "replace"
    | "undo"
    | "mine"
    | "theirs"
    | "both"
    | "discard"
    | "import"
    // Steps in the drive.
    | "edit"
    | "copy"
    | "version"
    | "rename"
    | "move"
    | "unshare";
  /** The row's id, if known. */
  id?: string;
  /** The tokens that may disappear. */
  removes?: readonly string[];
  /** The tokens that may appear again, or in another row as well. */
  adds?: readonly string[];
  /** The tokens that may appear again in a row that was deleted permanently. */
  imports?: readonly string[];
  /** All tokens of the row. */
  about?: readonly string[];
}

/** Final state of a tab or of the database; texts are in the form of `textOf`. */
export interface Shown {
  notes: ShownNote[];
  board: { id: string; status: string; text: string; due: string; repeats: boolean }[];
  /** Lines added by the other parts. */
  lines?: readonly string[];
}

export interface ShownNote {
  id: string;
  archived: boolean;
  text: string;
  pinned: boolean;
  color: string;
  checked: string;
  labels: string;
  /** The token of the note's first picture. */
  picture: string;
}

export interface History {
  /** Tokens in the rows that existed at the start. */
  first: readonly string[];
  versions: readonly Version[];
  events: readonly Event[];
  /** Final state of the database. */
  stored: Shown;
  /** Final state of each tab; null if it did not come to rest in time. */
  shown: Readonly<Record<string, Shown>>;
  /** Undefined in histories without pictures. */
  pictures?: Pictures;
  /** Descriptions of queues that did not become empty, and of tabs that did not come to rest. */
  restless: readonly string[];
  drive?: DriveHistory;
}

/** The tokens of a title and a text; versions with equal tokens are equal to the checker. */
export const textOf = (title: string, text: string): string =>
  `${tokensIn(title).join(" ")}|${tokensIn(text).join(" ")}`;

/**
 * Returns the text of a stored row, without its pictures. A card of the board shows no description.
 */
export function storedText({ title, content }: StoredRow): string {
  return textOf(title, (content ?? "").replace(PICTURE, ""));
}

/** A picture in a note; its alternative text is its token. */
export const PICTURE = /<img data-file="([^"]*)" alt="([^"]*)"[^>]*>/g;

/** Labels as shown on a card: all of them, or their number. */
export function shownLabels(labels: readonly string[]): string {
  const more = labels.find((label) => label.startsWith("+"));
  const count = more ? labels.length - 1 + Number(more) : labels.length;
  return count > 8 ? `${count} labels` : labels.toSorted().join(" ");
}

/** All tokens of a row. */
export const tokensOf = ({ title, content, description }: StoredRow): string[] =>
  tokensIn(`${title} ${content ?? ""} ${description ?? ""}`);

/** The device of a tab, such as `0` of `0.1`. */
export const deviceOf = (tab: string): string => tab.split(".")[0] ?? "";
