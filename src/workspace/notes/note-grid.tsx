import {
  Fragment,
  type PointerEvent,
  type Ref,
  Suspense,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { recoverFocus, releaseFocus } from "../../ui/focus-recovery.ts";
import { useColumns } from "../../ui/hooks/use-columns.ts";
import { usePageTop, useVirtualList, type VirtualList } from "../../ui/hooks/use-virtual-list.ts";
import { lazyComponent } from "../../ui/lazy-component.ts";
import { onGridKey } from "./grid-keys.ts";
import type { Note } from "./note.ts";
import { NoteCard } from "./note-card.tsx";
import { estimatePicture } from "./note-picture.tsx";
import { type CardMenu, useCardSelection } from "./use-card-selection.ts";
import type { NoteActions } from "./use-note-actions.ts";
import { useStillWall } from "./use-still-wall.ts";
import { neighborOf, type Place, type WallSection } from "./wall-order.ts";

/** Window widths in rem from which the grid has one more column: one to five columns. */
const COLUMN_STEPS = [40, 64, 80, 104];

interface NoteGridProps {
  notes: readonly Note[];
  /** Whether pinned and archived notes have their own sections. */
  split: boolean;
  /** Identifies the view; cards keep their positions only within one. */
  view: string;
  /** Words to mark in the notes. */
  search: string;
  actions: NoteActions;
  onOpen: (id: string) => void;
}

/** Shows the cards in columns of individual heights or, where heights allow, in rows. */
export function NoteGrid({ notes, split, view, search, actions, onOpen }: NoteGridProps) {
  const columns = useColumns(1, COLUMN_STEPS);
  const { sections, order, watch } = useStillWall(notes, split, view);
  const { handlers, onMove, menu, setMenu, ...selecting } = useCardSelection(view, sections);
  const { selection, selected } = selecting;
  const shown = sections.filter(({ places }) => places.length > 0);
  const alone = shown.length === 1 && shown[0]?.name === "Others";
  const wall = useRef<HTMLDivElement>(null);
  const lists = useRef(new Map<WallSection["name"], ColumnsHandle>());
  const columnOf: ColumnOf = (name, index) => lists.current.get(name)?.columnOf(index) ?? 0;

  /** The note that has the focus, or gets the focus once rendered. */
  const wanted = useRef<string | null>(null);
  // A card that is re-created would lose the focus.
  useLayoutEffect(() => {
    const id = wanted.current;
    if (id) recoverFocus(() => findCard(wall.current, id), { preventScroll: true });
  });

  function focusNote(id: string): void {
    for (const { name, places } of sections) {
      const index = places.findIndex((place) => place.id === id);
      if (index >= 0) lists.current.get(name)?.show(index);
    }
    const card = findCard(wall.current, id);
    if (card) card.focus();
    else releaseFocus();
    wanted.current = id;
  }

  /** Moves the focus from notes that leave the view to the nearest other one. */
  function focusBeyond(leaving: readonly Note[]): void {
    const ids = new Set(leaving.map(({ id }) => id));
    const rest = sections.map(({ name, places }) => ({
      name,
      places: places.filter(({ id }) => id === leaving.at(-1)?.id || !ids.has(id)),
    }));
    const [last] = leaving.slice(-1);
    const neighbor = (step: "next" | "previous") =>
      last && neighborOf(rest, last.id, step, columnOf);
    const next = neighbor("next") ?? neighbor("previous");
    if (next) focusNote(next.id);
  }

  return (
    <>
      {(selected.length > 0 || menu) && (
        <Suspense>
          <SelectionTools
            selected={selected}
            menu={menu}
            withSelection={selecting.withSelection}
            onSelect={selecting.onSelect}
            actions={actions}
            focusNote={focusNote}
            focusBeyond={focusBeyond}
            onMenu={setMenu}
          />
        </Suspense>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the cards inside, each a button. */}
      <div
        ref={wall}
        // Scroll anchoring would scroll to keep a card in place while the box above grows.
        className="-mx-1.5 [overflow-anchor:none]"
        {...watch}
        {...handlers}
        onPointerMove={(event: PointerEvent) => {
          watch.onPointerMove();
          onMove(event);
        }}
        onKeyDown={(event) =>
          onGridKey(event, {
            ...selecting,
            ...{ sections, columnOf, actions, focusNote, focusBeyond, onMenu: setMenu },
          })
        }
        onFocus={({ target }) => {
          watch.onFocus();
          wanted.current = target.closest<HTMLElement>("[data-note]")?.dataset.note ?? null;
        }}
        onBlur={({ target }) => {
          watch.onBlur();
          if (target.isConnected) wanted.current = null;
        }}
      >
        {shown.map(({ name, places }) => (
          <Fragment key={name}>
            {!alone && (
              <h2 className="px-1.5 pb-1.5 text-small font-semibold text-soft sm:pt-1 sm:pb-3">
                {name}
              </h2>
            )}
            <Columns
              order={order}
              ref={(handle) => {
                if (handle) lists.current.set(name, handle);
                return () => void lists.current.delete(name);
              }}
              places={places}
              columns={columns}
              search={search}
              heading={alone ? "h2" : "h3"}
              actions={actions}
              selected={selection.ids}
              onMenu={setMenu}
              onOpen={onOpen}
            />
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** The tools of the selection and the menu of a card. */
export const { Component: SelectionTools, preload: prepareSelectionTools } = lazyComponent(
  async () => (await import("./selection-tools.tsx")).SelectionTools,
);

type ColumnOf = Parameters<typeof neighborOf>[3];

type ColumnsHandle = Pick<VirtualList, "show" | "columnOf">;

interface ColumnsProps extends Pick<NoteGridProps, "search" | "actions" | "onOpen"> {
  ref: Ref<ColumnsHandle>;
  /** Changes whenever cards may be at other positions. */
  order: number;
  places: readonly Place[];
  columns: number;
  heading: "h2" | "h3";
  selected: ReadonlySet<string>;
  onMenu: (menu: CardMenu) => void;
}

/** One section. Cards are distributed to columns again only when they may move. */
function Columns({ order, ...props }: ColumnsProps) {
  const list = useRef<HTMLDivElement>(null);
  const pageTop = usePageTop(list);
  return (
    <div ref={list}>
      <Cards key={`${order} ${props.columns}`} pageTop={pageTop} {...props} />
    </div>
  );
}

interface CardsProps extends Omit<ColumnsProps, "order"> {
  pageTop: number;
}

/**
 * Renders only the cards in view, in DOM order, so that Tab follows the order. CSS `grid-lanes` is
 * not used, because its columns depend on the heights of all cards, including those not rendered.
 */
function Cards({ ref, pageTop, places, columns, selected, ...card }: CardsProps) {
  const keyOf = useCallback((index: number) => places[index]?.id ?? index, [places]);
  // Computed once per list, because all heights are needed whenever a card is measured.
  const heights = useMemo(() => places.map(({ note }) => estimateHeight(note)), [places]);
  const { items, height, show, columnOf, measure } = useVirtualList({
    count: places.length,
    pageTop,
    columns,
    estimateSize: useCallback((index: number) => heights[index] ?? 0, [heights]),
    keyOf,
    overscan: 2,
  });
  useImperativeHandle(ref, () => ({ show, columnOf }), [show, columnOf]);
  return (
    <div style={{ height }} className="relative">
      {items.map(({ key, index, top, column }) => {
        const note = places[index]?.note;
        return (
          note && (
            <div
              key={key}
              ref={measure}
              data-index={index}
              style={{
                top,
                insetInlineStart: `${(column * 100) / columns}%`,
                width: `${100 / columns}%`,
              }}
              className="absolute px-1.5 pb-3"
            >
              <NoteCard note={note} selected={selected.has(note.id)} {...card} />
            </div>
          )
        );
      })}
    </div>
  );
}

/**
 * Estimated height in pixels of a card that is not rendered yet, at about 40 characters per line.
 */
function estimateHeight(note: Note | null): number {
  if (!note) return 0;
  return 100 + estimatePicture(note.content) + Math.min(note.content.length / 2, 240);
}

function findCard(grid: HTMLElement | null, id: string): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-note="${id}"] > button`) ?? null;
}
