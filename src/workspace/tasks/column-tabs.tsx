import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { type Status, statuses, statusNames } from "./task.ts";

interface ColumnTabsProps {
  chosen: Status;
  counts: Record<Status, string>;
  onChoose: (status: Status) => void;
  /** An action on the selected column. */
  action: ReactNode;
  /** The selected column. */
  children: ReactNode;
}

/** Shows one column at a time. A card dropped on another column's tab is appended to it. */
export function ColumnTabs({ chosen, counts, onChoose, action, children }: ColumnTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const end = statuses.length - 1;
    const at = statuses.indexOf(chosen);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + statuses.length) % statuses.length;
    onChoose(statuses[next] ?? chosen);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <>
      <div className="flex items-center gap-1">
        <div
          ref={list}
          role="tablist"
          aria-label="Columns"
          className="grid min-w-0 flex-1 grid-cols-3 gap-1"
          onKeyDown={onKeyDown}
        >
          {statuses.map((status) => (
            <button
              key={status}
              type="button"
              role="tab"
              id={`tab-${status}`}
              aria-selected={status === chosen}
              aria-controls="task-column"
              tabIndex={status === chosen ? 0 : -1}
              data-drop-list={status}
              className={`${TAB} ${status === chosen ? "border-accent text-ink" : "text-soft"}`}
              onClick={() => onChoose(status)}
            >
              <span className="truncate">{statusNames[status]}</span>{" "}
              <span className="whitespace-nowrap tabular-nums">{counts[status]}</span>
            </button>
          ))}
        </div>
        {action}
      </div>
      <div id="task-column" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        {children}
      </div>
    </>
  );
}

const TAB =
  "flex min-h-11 min-w-0 items-center justify-center gap-1.5 rounded border px-1.5 text-small font-semibold";
