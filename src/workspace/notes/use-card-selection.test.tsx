// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onGridKey } from "./grid-keys.ts";
import { anyNote } from "./note.fixture.ts";
import { useCardSelection } from "./use-card-selection.ts";
import type { NoteActions } from "./use-note-actions.ts";
import { arrange } from "./wall-order.ts";

const sections = arrange(
  ["a", "b", "c", "d"].map((id) => anyNote(id)),
  true,
);
const actions = { archive: vi.fn(), remove: vi.fn(), ask: vi.fn(), change: vi.fn() };
const onOpen = vi.fn();
const moves: string[] = [];

/** Cards without a layout, with everything else that the grid does. */
function Grid() {
  const { handlers, onMove, menu, setMenu, ...selecting } = useCardSelection("view", sections);
  const focusNote = (id: string) => screen.getByRole("button", { name: id }).focus();
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as in the grid. */}
      <div
        {...handlers}
        onPointerMove={onMove}
        onKeyDown={(event) =>
          onGridKey(event, {
            ...selecting,
            sections,
            columnOf: () => 0,
            actions: actions as unknown as NoteActions,
            focusNote,
            onMenu: setMenu,
            focusBeyond: (notes) => moves.push(notes.map(({ id }) => id).join()),
          })
        }
      >
        {["a", "b", "c", "d"].map((id) => (
          <article key={id} data-note={id}>
            <button type="button" onClick={() => onOpen(id)}>
              {id}
            </button>
            <input type="checkbox" aria-label={`box ${id}`} />
          </article>
        ))}
      </div>
      <output>{[...selecting.selection.ids].join()}</output>
      <p role="note">{menu?.note.id}</p>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  moves.length = 0;
  render(<Grid />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const card = (id: string) => screen.getByRole("button", { name: id });
const selected = () => screen.getByRole("status").textContent;
const touch = { pointerType: "touch", isPrimary: true, clientX: 10, clientY: 10 };
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("a click opens a note, selects with Ctrl or Shift, and toggles once notes are selected", () => {
  fireEvent.click(card("a"));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("a");
  fireEvent.click(card("b"), { ctrlKey: true });
  fireEvent.click(card("d"), { shiftKey: true });
  expect(selected()).toBe("b,c,d");
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "box c" });
  fireEvent.click(box);
  expect([selected(), box.checked]).toEqual(["b,d", false]);
  fireEvent.click(card("b"));
  fireEvent.click(card("d"));
  expect(selected()).toBe("");
  fireEvent.click(card("d"));
  expect(onOpen).toHaveBeenCalledTimes(2);
});

it("a long press selects a card, unless the finger moves or is lifted before", () => {
  fireEvent.pointerDown(card("a"), touch);
  fireEvent.pointerMove(card("a"), { ...touch, clientY: 40 });
  wait(1_000);
  fireEvent.pointerDown(card("a"), touch);
  fireEvent.pointerUp(card("a"), touch);
  wait(1_000);
  fireEvent.pointerDown(card("a"), { ...touch, pointerType: "mouse" });
  wait(1_000);
  expect(selected()).toBe("");
  fireEvent.pointerDown(card("b"), touch);
  wait(1_000);
  expect(selected()).toBe("b");
  fireEvent.pointerUp(card("b"), touch);
  // Some browsers send a click after a long press.
  fireEvent.click(card("b"));
  expect(selected()).toBe("b");
  fireEvent.pointerDown(card("c"), touch);
  fireEvent.pointerUp(card("c"), touch);
  fireEvent.click(card("c"));
  expect(selected()).toBe("b,c");
  expect(onOpen).not.toHaveBeenCalled();
});

it("a right click opens the menu of a card; a long press, which some browsers report as one, does not", () => {
  expect(fireEvent.contextMenu(card("c"))).toBe(false);
  expect(screen.getByRole("note").textContent).toBe("c");
  fireEvent.pointerDown(card("d"), touch);
  expect(fireEvent.contextMenu(card("d"))).toBe(false);
  wait(1_000);
  expect([screen.getByRole("note").textContent, selected()]).toEqual(["c", "d"]);
});

it("the keyboard selects notes, and its letters act on all of them", () => {
  card("b").focus();
  const press = (key: string, init = {}) =>
    fireEvent.keyDown(document.activeElement as Element, { key, ...init });
  press("x");
  press("ArrowRight", { shiftKey: true });
  expect(selected()).toBe("b,c");
  press("l");
  expect(actions.ask.mock.lastCall?.[1]).toMatchObject([{ id: "b" }, { id: "c" }]);
  press("e");
  expect(actions.archive.mock.lastCall?.[0]).toMatchObject([{ id: "b" }, { id: "c" }]);
  expect(moves).toEqual(["b,c"]);
  press("Escape");
  press("Delete");
  expect(actions.remove.mock.lastCall?.[0]).toMatchObject([{ id: "c" }]);
  press("F10", { shiftKey: true });
  expect(screen.getByRole("note").textContent).toBe("c");
  press("a", { ctrlKey: true });
  expect(selected()).toBe("a,b,c,d");
});
