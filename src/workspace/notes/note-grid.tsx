import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from "react";
import { recoverFocus, releaseFocus } from "../../ui/focus-recovery.ts";
import { useColumns } from "../../ui/hooks/use-columns.ts";
import { useVirtualList } from "../../ui/hooks/use-virtual-list.ts";
import type { Note } from "./note.ts";
import { NoteCard } from "./note-card.tsx";
import type { NoteActions } from "./use-note-actions.ts";
import { useStillWall } from "./use-still-wall.ts";
import { neighborOf, type Place, type Step, type WallSection } from "./wall-order.ts";

/** One to five cards per row: widths in rem from which there is one more. */
const COLUMN_STEPS = [40, 64, 80, 104];

interface NoteGridProps {
  notes: readonly Note[];
  /** Whether pinned and archived notes have sections of their own. */
  split: boolean;
  /** Names what is shown; cards keep their places only within it. */
  view: string;
  actions: NoteActions;
  onOpen: (id: string) => void;
}

/** The cards as a grid; only those in view are rendered. */
export function NoteGrid({ notes, split, view, actions, onOpen }: NoteGridProps) {
  const columns = useColumns(1, COLUMN_STEPS);
  const { sections, watch } = useStillWall(notes, split, view);
  const rows = useMemo(() => rowsOf(sections, columns), [sections, columns]);
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
    const row = rows.findIndex((one) => "places" in one && one.places.some((it) => it.id === id));
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
      {...watch}
      onKeyDown={(event) => onKey(event, sections, columns, actions, focusNote)}
      onFocus={({ target }) => {
        watch.onFocus();
        wanted.current = target.closest<HTMLElement>("[data-note]")?.dataset.note ?? null;
      }}
      onBlur={({ target }) => {
        watch.onBlur();
        if (target.isConnected) wanted.current = null;
      }}
    >
      {items.map(({ key, index, top, size }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={measure}
              data-index={index}
              style={{
                transform: `translateY(${top}px)`,
                minHeight: hasGap(row) ? size : undefined,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
              className="absolute inset-x-0 top-0 grid gap-3 pb-3"
            >
              {"heading" in row ? (
                <h2 className="col-span-full pt-1 text-small font-semibold text-soft">
                  {row.heading}
                </h2>
              ) : (
                row.places.map(({ id, note }) =>
                  note ? (
                    <NoteCard
                      key={id}
                      note={note}
                      heading={heading}
                      actions={actions}
                      onOpen={onOpen}
                    />
                  ) : (
                    <div key={id} />
                  ),
                )
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

/** Such a row keeps its height, so that nothing below it moves. */
const hasGap = (row: Row) => "places" in row && row.places.some(({ note }) => !note);

type Row = { key: string } & ({ heading: string } | { places: readonly Place[] });

function rowsOf(sections: readonly WallSection[], columns: number): Row[] {
  const shown = sections.filter(({ places }) => places.length > 0);
  const alone = shown.length === 1 && shown[0]?.name === "Others";
  return shown.flatMap(({ name, places }) => [
    ...(alone ? [] : [{ key: name, heading: name }]),
    ...inRows(places, columns),
  ]);
}

function inRows(places: readonly Place[], columns: number): Row[] {
  return Array.from({ length: Math.ceil(places.length / columns) }, (_, index) => {
    const row = places.slice(index * columns, (index + 1) * columns);
    return { key: row[0]?.id ?? String(index), places: row };
  });
}

const STEPS: Record<string, Step> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  ArrowDown: "down",
  ArrowUp: "up",
  j: "next",
  k: "previous",
};

/** Arrow keys move between cards; single letters act on the focused one. */
function onKey(
  event: KeyboardEvent<HTMLElement>,
  sections: readonly WallSection[],
  columns: number,
  actions: NoteActions,
  focusNote: (id: string) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.matches("input, a")) return;
  const id = target.closest<HTMLElement>("[data-note]")?.dataset.note;
  const places = sections.flatMap((section) => section.places);
  const note = places.find((place) => place.id === id)?.note;
  if (!note) return;
  const step = STEPS[event.key];
  const next = step && neighborOf(sections, note.id, step, columns);
  if (next) focusNote(next.id);
  else if (event.key === "p") actions.togglePin(note);
  else if (event.key === "c") actions.copy(note);
  else if (["e", "Delete", "#"].includes(event.key)) {
    const neighbor =
      neighborOf(sections, note.id, "next", columns) ??
      neighborOf(sections, note.id, "previous", columns);
    if (neighbor) focusNote(neighbor.id);
    if (event.key === "e") actions.toggleArchive(note);
    else actions.remove(note);
  } else if (step === undefined) return;
  event.preventDefault();
}
