import { useCallback, useMemo, useRef, useState } from "react";
import { useVirtualList } from "../../ui/hooks/use-virtual-list.ts";
import { type EntryActions, PlanEntry } from "./plan-entry.tsx";
import type { PlanItem } from "./plan-item.ts";

interface VirtualEntriesProps extends EntryActions {
  label: string;
  items: PlanItem[];
}

/** A long list of which only the entries in view are rendered, and those around the focus. */
export function VirtualEntries({ label, items, ...actions }: VirtualEntriesProps) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState(-1);
  const view = useVirtualList({
    count: items.length,
    list,
    estimateSize: guessHeight,
    overscan: 8,
    keyOf: useCallback((index: number) => items[index]?.id ?? index, [items]),
    // With its neighbors, so that Tab can continue from it.
    kept: useMemo(() => (focused < 0 ? [] : [focused - 1, focused, focused + 1]), [focused]),
  });
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative m-0 list-none p-0 [overflow-anchor:none]"
      style={{ height: view.height }}
    >
      {view.items.map(({ key, index, top }) => {
        const item = items[index];
        if (!item) return null;
        return (
          <li
            key={key}
            ref={view.measure}
            data-index={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 border-b py-1"
            style={{ transform: `translateY(${top}px)` }}
            onFocus={() => setFocused(index)}
          >
            <PlanEntry item={item} {...actions} />
          </li>
        );
      })}
    </ul>
  );
}

/** Pixels of an entry of one line. */
const guessHeight = () => 49;
