import { useCallback, useId, useMemo, useRef, useState } from "react";
import { kinds } from "../../../shared/content/kinds.ts";
import { formatCount } from "../../lib/format.ts";
import { useVirtualList } from "../../ui/hooks/use-virtual-list.ts";
import { type EntryActions, PlanEntry } from "./plan-entry.tsx";
import type { PlanItem } from "./plan-item.ts";

interface PlanGroupProps extends EntryActions {
  title: string;
  items: PlanItem[];
  /** Whether the file's order is kept; undefined where it makes no difference. */
  keepsOrder?: boolean | undefined;
  onKeepOrder?: (keeps: boolean) => void;
}

const SKILLS = kinds.skills.name;

/** Groups with up to this many entries render all of them. */
const WHOLE = 60;

/** The entries of one list: each with a checkbox, and its differences when it is a change. */
export function PlanGroup({ title, items, keepsOrder, onKeepOrder, ...actions }: PlanGroupProps) {
  const id = useId();
  if (items.length === 0) return null;
  const listed = items.filter(({ status }) => status !== "same");
  const same = items.length - listed.length;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        <ToggleAll title={title} items={items} {...actions} />
      </header>
      {keepsOrder !== undefined && (
        <label className="flex min-h-10 items-center gap-3 text-small text-soft">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={keepsOrder}
            disabled={actions.disabled}
            onChange={({ target }) => onKeepOrder?.(target.checked)}
          />
          Keep the order of the file, which is not {title === SKILLS ? "by level" : "newest first"}
        </label>
      )}
      <div className="border-y">
        {listed.length > WHOLE ? (
          <VirtualEntries label={title} items={listed} {...actions} />
        ) : (
          <ul aria-labelledby={id} className="m-0 list-none divide-y p-0">
            {listed.map((item) => (
              <li key={item.id} className="py-1">
                <PlanEntry item={item} {...actions} />
              </li>
            ))}
          </ul>
        )}
        {same > 0 && (
          <p className={`py-2 text-small text-soft ${listed.length > 0 ? "border-t" : ""}`}>
            {same === 1 ? "1 entry is" : `${formatCount(same)} entries are`} on your site already.
          </p>
        )}
      </div>
    </section>
  );
}

function ToggleAll({ title, items, chosen, disabled, onToggle }: PlanGroupProps) {
  const ids = items.flatMap(({ id, row }) => (row ? [id] : []));
  const count = ids.filter((one) => chosen.has(one)).length;
  if (ids.length < 2) return null;
  return (
    <label className="ms-auto flex min-h-10 items-center gap-3 text-small text-soft">
      {formatCount(count)} of {formatCount(ids.length)}
      <input
        type="checkbox"
        className="size-4 accent-accent"
        aria-label={`All of ${title}`}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < ids.length;
        }}
        checked={count === ids.length}
        disabled={disabled}
        onChange={({ target }) => onToggle(ids, target.checked)}
      />
    </label>
  );
}

interface VirtualEntriesProps extends EntryActions {
  label: string;
  items: PlanItem[];
}

/** A long list of which only the entries in view are rendered, and those around the focus. */
function VirtualEntries({ label, items, ...actions }: VirtualEntriesProps) {
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
