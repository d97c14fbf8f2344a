import { Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { dragItem } from "../../editor/drag-item.ts";
import { sinkBy } from "../../editor/sink-ticked.ts";
import { Button } from "../../ui/button.tsx";
import { type Caret, type ChecklistItem, parseItem } from "./task-checklist.ts";

export interface ChecklistFieldProps {
  /** The position of the checklist in its description. */
  part: number;
  items: readonly ChecklistItem[];
  onChange: (items: ChecklistItem[], caret?: Caret) => void;
  /** Turns the first item into text. */
  onLeave: (text: string) => void;
}

/** A checklist of a description, edited and ticked as in notes. */
export function ChecklistField({ part, items, onChange, onLeave }: ChecklistFieldProps) {
  const set = (next: ChecklistItem[], item: number, offset: number) =>
    onChange(next, { part, item, offset });
  const move = (from: number, by: number, offset = 0) => {
    const to = Math.min(Math.max(from + by, 0), items.length - 1);
    const moved = items.filter((_, index) => index !== from);
    const item = items[from];
    if (item) set(moved.toSpliced(to, 0, item), to, offset);
  };
  const tick = (at: number, checked: boolean) => {
    const next = items.map((item, index) => (index === at ? { ...item, checked } : item));
    // An item with others below it stays above them.
    const isFlat = next.every(({ indent }) => indent === next[0]?.indent);
    const by = isFlat
      ? sinkBy(
          next.map((item) => item.checked),
          at,
        )
      : 0;
    const [item] = next.splice(at, 1);
    onChange(item ? next.toSpliced(at + by, 0, item) : next);
  };
  /** Enter and pasted lines make items. */
  const type = (at: number, { value, selectionEnd }: HTMLTextAreaElement) => {
    const item = items[at];
    const [first = "", ...others] = value.split("\n");
    if (!item || (item.text === "" && value === "\n")) return;
    const added = others.map((line) => ({
      ...(parseItem(line) ?? { checked: false, text: line.replace(/^\s*[-*+•] /, "").trimStart() }),
      indent: item.indent,
    }));
    const before = value.slice(0, selectionEnd).split("\n");
    const to = at + before.length - 1;
    const next = [...items].toSpliced(at, 1, { ...item, text: first }, ...added);
    if (added.length === 0) onChange(next);
    else set(next, to, before.at(-1) === "" ? 0 : (next[to]?.text.length ?? 0));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>, at: number) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const item = items[at];
    if (!item || event.nativeEvent.isComposing) return;
    if (by && event.altKey) {
      event.preventDefault();
      move(at, by, selectionEnd);
    } else if (event.key === "Backspace" && selectionStart + selectionEnd === 0) {
      event.preventDefault();
      const above = items[at - 1];
      if (!above) return onLeave(item.text);
      const joined = { ...above, text: above.text + item.text };
      set([...items].toSpliced(at - 1, 2, joined), at - 1, above.text.length);
    }
  };
  return (
    <div className="rich rounded border border-line-strong bg-ground px-3 py-1.5">
      <ul data-type="checklist" aria-label="Checklist" className="m-0!">
        {items.map((item, at) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its position only.
            key={at}
            line={`${part}:${at}`}
            item={item}
            onTick={(checked) => tick(at, checked)}
            onType={(area) => type(at, area)}
            onKeyDown={(event) => onKeyDown(event, at)}
            onMove={(by) => move(at, by, item.text.length)}
          />
        ))}
      </ul>
      <Button
        look="quiet"
        className="px-0!"
        icon={<Plus />}
        onClick={() => set([...items, { indent: "", checked: false, text: "" }], items.length, 0)}
      >
        Add item
      </Button>
    </div>
  );
}

interface ItemProps {
  line: string;
  item: ChecklistItem;
  onTick: (checked: boolean) => void;
  onType: (area: HTMLTextAreaElement) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onMove: (by: number) => void;
}

function Item({ line, item, onTick, onType, onKeyDown, onMove }: ItemProps) {
  const handle = useRef<HTMLSpanElement>(null);
  const move = useEffectEvent(onMove);
  useEffect(() => {
    const row = handle.current?.parentElement;
    if (handle.current && row) dragItem(handle.current, row, (by) => move(by));
  }, []);
  return (
    <li data-checked={item.checked} style={{ marginInlineStart: `${item.indent.length / 2}rem` }}>
      <label className="tick">
        <input
          type="checkbox"
          aria-label={item.text || "Empty item"}
          checked={item.checked}
          onChange={({ target }) => onTick(target.checked)}
        />
      </label>
      <textarea
        data-line={line}
        aria-label="Item"
        dir="auto"
        rows={1}
        value={item.text}
        className="field-sizing-content w-full resize-none bg-transparent py-0.5 text-note outline-none pointer-coarse:py-2.5"
        onChange={({ target }) => onType(target)}
        onKeyDown={onKeyDown}
      />
      <span ref={handle} data-drag-handle="" title="Drag to move" />
    </li>
  );
}
