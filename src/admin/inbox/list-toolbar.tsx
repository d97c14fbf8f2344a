import { Download, Mail, MailCheck, MailOpen, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { formatCount } from "../../lib/format.ts";
import { IconButton } from "../../ui/button.tsx";
import { usePageKeys } from "../../ui/hooks/use-page-keys.ts";
import { SearchField } from "../../ui/search-field.tsx";
import type { BulkMark } from "./use-bulk-actions.ts";

interface ListToolbarProps {
  /** Number of messages in the list; undefined while unknown. */
  found: number | undefined;
  searching: boolean;
  selected: number;
  onSelectAll: (all: boolean) => void;
  onMark: (to: BulkMark) => void;
  onRemove: () => void;
  onExport: () => void;
}

/** The line above the list: the message count, or the actions for the selected messages. */
export function ListToolbar({
  found,
  searching,
  selected,
  onSelectAll,
  onMark,
  onRemove,
  onExport,
}: ListToolbarProps) {
  const box = useRef<HTMLInputElement>(null);
  const all = found !== undefined && selected > 0 && selected >= found;
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !all;
  }, [selected, all]);

  return (
    <div className="flex min-h-12 items-center gap-1 border-b px-1">
      <label className="grid size-10 shrink-0 place-items-center">
        <input
          ref={box}
          type="checkbox"
          className="size-4 accent-accent"
          aria-label={searching ? "Select all messages found" : "Select all messages"}
          checked={all}
          disabled={!found}
          onChange={() => onSelectAll(selected === 0)}
        />
      </label>
      <p role="status" className="min-w-0 flex-1 truncate text-small text-soft tabular-nums">
        {selected > 0 ? `${formatCount(selected)} selected` : foundText(found, searching)}
      </p>
      {selected > 0 && (
        <div role="toolbar" aria-label="Selected messages" className="flex">
          <IconButton label="Mark selected as read" onClick={() => onMark("read")}>
            <MailOpen aria-hidden="true" />
          </IconButton>
          <IconButton label="Mark selected as unread" onClick={() => onMark("unread")}>
            <Mail aria-hidden="true" />
          </IconButton>
          <IconButton label="Mark selected as replied" onClick={() => onMark("replied")}>
            <MailCheck aria-hidden="true" />
          </IconButton>
          <IconButton label="Export selected" onClick={onExport}>
            <Download aria-hidden="true" />
          </IconButton>
          <IconButton label="Delete selected" onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

function foundText(found: number | undefined, searching: boolean): string {
  if (found === undefined) return " ";
  const noun = found === 1 ? "message" : "messages";
  return `${formatCount(found)} ${noun}${searching ? " found" : ""}`;
}

/** The search field of the list; `/` focuses it. */
export function SearchBox({
  value,
  onChange,
  box,
  onLeave,
}: {
  value: string;
  onChange: (text: string) => void;
  box: RefObject<HTMLInputElement | null>;
  /** Called for Down or Enter: moves the focus to the results. */
  onLeave: () => void;
}) {
  usePageKeys(useMemo(() => ({ "/": () => box.current?.select() }), [box]));
  return (
    <SearchField
      label="Search messages"
      shortcut="/"
      value={value}
      onChange={onChange}
      box={box}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "Enter") return;
        event.preventDefault();
        onLeave();
      }}
    />
  );
}
