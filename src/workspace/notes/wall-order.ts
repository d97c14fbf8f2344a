import type { Note } from "./note.ts";

/** A card's position; without a note, the gap of a removed one. */
export interface Place {
  id: string;
  note: Note | null;
}

/** The places under one heading. */
export interface WallSection {
  name: "Pinned" | "Others" | "Archived";
  places: readonly Place[];
}

/**
 * The notes in their sort order.
 * @param split whether pinned and archived notes have sections of their own.
 */
export function arrange(notes: readonly Note[], split: boolean): WallSection[] {
  const sections: Record<WallSection["name"], Place[]> = { Pinned: [], Others: [], Archived: [] };
  for (const note of notes) {
    const name = !split ? "Others" : note.is_archived ? "Archived" : pinned(note);
    sections[name].push({ id: note.id, note });
  }
  return ORDER.map((name) => ({ name, places: sections[name] }));
}

const ORDER = ["Pinned", "Others", "Archived"] as const;

const pinned = (note: Note) => (note.is_pinned ? "Pinned" : "Others");

/**
 * Keeps the positions of known notes, even if they changed. Missing notes leave a gap; new ones are
 * appended to their section.
 */
export function keepArranged(
  before: readonly WallSection[],
  notes: readonly Note[],
  split: boolean,
): WallSection[] {
  const found = new Map(notes.map((note) => [note.id, note]));
  const kept = before.map(({ places }) =>
    places.map(({ id }) => {
      const note = found.get(id) ?? null;
      found.delete(id);
      return { id, note };
    }),
  );
  return arrange([...found.values()], split).map(({ name, places }, index) => ({
    name,
    places: [...(kept[index] ?? []), ...places],
  }));
}

/**
 * Whether all notes have kept their positions; more may follow them, as while a long list loads.
 */
export function isContinued(before: readonly WallSection[], now: readonly WallSection[]): boolean {
  return before.every(({ places }, section) =>
    places.every(({ id }, index) => id === now[section]?.places[index]?.id),
  );
}

/**
 * The note that an arrow key moves to, if there is one. Up and down stay in the column, across
 * sections, unless the other section is too short; gaps are skipped.
 * @param columnOf the column of a position, by its index in its section.
 */
export function neighborOf(
  sections: readonly WallSection[],
  id: string,
  step: Step,
  columnOf: (section: WallSection["name"], index: number) => number,
): Note | null {
  const cells = sections.flatMap(({ name, places }) =>
    places.map((place, index) => ({ ...place, section: name, index })),
  );
  const from = cells.findIndex((cell) => cell.id === id);
  const start = cells[from];
  if (!start) return null;
  const forward = step === "next" || step === "down";
  const way = (forward ? cells.slice(from + 1) : cells.slice(0, from).reverse()).filter(
    ({ note }) => note,
  );
  if (step === "next" || step === "previous") return way[0]?.note ?? null;
  const column = columnOf(start.section, start.index);
  const cell =
    way.find(({ section, index }) => columnOf(section, index) === column) ??
    way.find(({ section }) => section !== start.section);
  return cell?.note ?? null;
}

export type Step = "next" | "previous" | "down" | "up";
