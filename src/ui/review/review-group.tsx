import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from "react";
import { formatCount } from "../../lib/format.ts";
import { Checkbox } from "../field.tsx";
import { usePageTop, useVirtualList } from "../hooks/use-virtual-list.ts";

/** Which entries of a file are imported. */
export interface EntryActions {
  /** Ids of the entries to import. */
  chosen: ReadonlySet<string>;
  disabled: boolean;
  onToggle: (ids: string[], on: boolean) => void;
}

interface ReviewGroupProps<Item extends { id: string }> extends EntryActions {
  title: string;
  items: readonly Item[];
  /** Ids of the items that can be imported. */
  choices: string[];
  /** Number of items that are not listed, because they exist already. */
  same: number;
  /** Where these items exist, such as "on your site". */
  place: string;
  /** Options below the title. */
  options?: ReactNode;
  children: (item: Item) => ReactNode;
}

/** Groups with up to this many entries render all of them. */
const WHOLE = 60;

/** The entries of one list of a file, reviewed before they are imported. */
export function ReviewGroup<Item extends { id: string }>(props: ReviewGroupProps<Item>) {
  const { title, items, same, place, options, children } = props;
  const id = useId();
  if (items.length + same === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        <ToggleAll {...props} />
      </header>
      {options}
      <div className="border-y">
        {items.length > WHOLE ? (
          <VirtualEntries label={title} items={items}>
            {children}
          </VirtualEntries>
        ) : (
          <ul aria-labelledby={id} className="m-0 list-none divide-y p-0">
            {items.map((item) => (
              <li key={item.id} className="py-1">
                {children(item)}
              </li>
            ))}
          </ul>
        )}
        {same > 0 && (
          <p className={`py-2 text-small text-soft ${items.length > 0 ? "border-t" : ""}`}>
            {same === 1 ? "1 entry is" : `${formatCount(same)} entries are`} {place} already.
          </p>
        )}
      </div>
    </section>
  );
}

function ToggleAll(props: EntryActions & { title: string; choices: string[] }) {
  const { title, choices: ids, chosen, disabled, onToggle } = props;
  const count = ids.filter((one) => chosen.has(one)).length;
  if (ids.length < 2) return null;
  return (
    <Checkbox
      wrap="ms-auto flex-row-reverse text-small text-soft"
      aria-label={`All of ${title}`}
      mixed={count > 0 && count < ids.length}
      checked={count === ids.length}
      disabled={disabled}
      onChange={({ target }) => onToggle(ids, target.checked)}
    >
      {formatCount(count)} of {formatCount(ids.length)}
    </Checkbox>
  );
}

interface VirtualEntriesProps<Item> {
  label: string;
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}

/** A long list of which only the entries in view are rendered, and those around the focus. */
function VirtualEntries<Item extends { id: string }>(props: VirtualEntriesProps<Item>) {
  const { label, items, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState(-1);
  const view = useVirtualList({
    count: items.length,
    pageTop: usePageTop(list),
    estimateSize: guessHeight,
    overscan: 8,
    keyOf: useCallback((index: number) => items[index]?.id ?? index, [items]),
    // The focused item's neighbors are rendered too, so that Tab can continue from it.
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
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}

/** Pixels of an entry of one line. */
const guessHeight = () => 49;

/** The chosen ids with some added or removed. */
export function toggled<Item>(
  chosen: ReadonlySet<Item>,
  items: readonly Item[],
  on: boolean,
): ReadonlySet<Item> {
  const next = new Set(chosen);
  for (const item of items) {
    if (on) next.add(item);
    else next.delete(item);
  }
  return next;
}
