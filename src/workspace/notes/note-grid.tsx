import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from "react";
import { recoverFocus, releaseFocus } from "../../ui/focus-recovery.ts";
import { useColumns } from "../../ui/hooks/use-columns.ts";
import { useVirtualList } from "../../ui/hooks/use-virtual-list.ts";
import type { Note } from "./note.ts";
import { NoteCard } from "./note-card.tsx";
import type { NoteActions } from "./use-note-actions.ts";

/** One to five cards per row: widths in rem from which there is one more. */
const COLUMN_STEPS = [40, 64, 80, 104];

interface NoteGridProps {
  notes: readonly Note[];
  /** Whether pinned notes have their own section. */
  sections: boolean;
  actions: NoteActions;
  onOpen: (id: string) => void;
}

/** The cards as a grid; only those in view are rendered. */
export function NoteGrid({ notes, sections, actions, onOpen }: NoteGridProps) {
  const columns = useColumns(1, COLUMN_STEPS);
  const rows = useMemo(() => rowsOf(notes, columns, sections), [notes, columns, sections]);
  const heading = rows.some((row) => "heading" in row) ? "h3" : "h2";
  const grid = useRef<HTMLDivElement>(null);
  const { items, height, show, measure } = useVirtualList({
    count: rows.length,
    list: grid,
    estimateSize: (index) => ("heading" in (rows[index] ?? {}) ? 44 : 200),
    keyOf: (index) => rows[index]?.key ?? index,
  });

  /** The note that has the focus, or gets it once rendered. */
  const wanted = useRef<string | null>(null);
  // A card that moves to another row is re-created, which would lose its focus.
  useLayoutEffect(() => {
    const id = wanted.current;
    if (id) recoverFocus(() => findCard(grid.current, id), { preventScroll: true });
  });

  function focusNote(id: string): void {
    const row = rows.findIndex((one) => "notes" in one && one.notes.some((note) => note.id === id));
    if (row < 0) return;
    show(row);
    const card = findCard(grid.current, id);
    if (card) card.focus();
    else releaseFocus();
    wanted.current = id;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the cards inside, each a button.
    <div
      ref={grid}
      style={{ height }}
      className="relative"
      onKeyDown={(event) => onKey(event, notes, columns, actions, focusNote)}
      onFocus={({ target }) => {
        wanted.current = target.closest<HTMLElement>("[data-note]")?.dataset.note ?? null;
      }}
      onBlur={({ target }) => {
        if (target.isConnected) wanted.current = null;
      }}
    >
      {items.map(({ key, index, top }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={measure}
              data-index={index}
              style={{
                transform: `translateY(${top}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
              className="absolute inset-x-0 top-0 grid gap-3 pb-3"
            >
              {"heading" in row ? (
                <h2 className="col-span-full pt-1 text-small font-semibold text-soft">
                  {row.heading}
                </h2>
              ) : (
                row.notes.map((note) => (
                  <NoteCard
                    key={note.id}
                    note={note}
                    heading={heading}
                    actions={actions}
                    onOpen={onOpen}
                  />
                ))
              )}
            </div>
          )
        );
      })}
    </div>
  );
}

function findCard(grid: HTMLElement | null, id: string): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-note="${id}"] > button`) ?? null;
}

type Row = { key: string } & ({ heading: string } | { notes: readonly Note[] });

function rowsOf(notes: readonly Note[], columns: number, sections: boolean): Row[] {
  if (!sections) return inRows(notes, columns);
  const archived = notes.filter(({ is_archived }) => is_archived);
  const active = archived.length > 0 ? notes.filter(({ is_archived }) => !is_archived) : notes;
  const firstOther = active.findIndex(({ is_pinned }) => !is_pinned);
  const pinned = active.slice(0, firstOther < 0 ? active.length : firstOther);
  const others = active.slice(pinned.length);
  const section = (heading: string, some: readonly Note[]): Row[] =>
    some.length > 0 ? [{ key: heading, heading }, ...inRows(some, columns)] : [];
  return [
    ...section("Pinned", pinned),
    ...(pinned.length > 0 ? section("Others", others) : inRows(others, columns)),
    ...section("Archived", archived),
  ];
}

function inRows(notes: readonly Note[], columns: number): Row[] {
  return Array.from({ length: Math.ceil(notes.length / columns) }, (_, index) => {
    const row = notes.slice(index * columns, (index + 1) * columns);
    return { key: row[0]?.id ?? String(index), notes: row };
  });
}

/** Arrow keys move between cards; single letters act on the focused one. */
function onKey(
  event: KeyboardEvent<HTMLElement>,
  notes: readonly Note[],
  columns: number,
  actions: NoteActions,
  focusNote: (id: string) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.matches("input, a")) return;
  const id = target.closest<HTMLElement>("[data-note]")?.dataset.note;
  const index = notes.findIndex((note) => note.id === id);
  const note = notes[index];
  if (!note) return;
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    j: 1,
    k: -1,
  };
  const step = steps[event.key];
  const next = step === undefined ? undefined : notes[index + step];
  const neighbor = notes[index + 1] ?? notes[index - 1];
  if (next) focusNote(next.id);
  else if (event.key === "p") actions.togglePin(note);
  else if (event.key === "c") actions.copy(note);
  else if (["e", "Delete", "#"].includes(event.key)) {
    if (neighbor) focusNote(neighbor.id);
    if (event.key === "e") actions.toggleArchive(note);
    else actions.remove(note);
  } else if (step === undefined) return;
  event.preventDefault();
}
