import { Download, Mail, MailCheck, MailOpen, ShieldBan, Trash2 } from "lucide-react";
import type { RefObject } from "react";
import { formatCount } from "../../lib/format.ts";
import { IconButton } from "../../ui/button.tsx";
import { Checkbox, CONTROL } from "../../ui/field.tsx";
import { Options } from "../../ui/options.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { RowMenu } from "../entries/arrange/row-menu.tsx";
import { type MessageFilter, messageFilters } from "./message-filter.ts";
import type { BulkMark } from "./use-bulk-actions.ts";

interface ListToolbarProps {
  /** Number of messages in the list; undefined while unknown. */
  found: number | undefined;
  /** Whether some of them are loaded; "all" means up to the newest of these. */
  loaded: boolean;
  searching: boolean;
  filter: MessageFilter | null;
  selected: number;
  onSelectAll: (all: boolean) => void;
  onMark: (to: BulkMark) => void;
  onRemove: () => void;
  onSpam: () => void;
  onExport: () => void;
}

/** The line above the list: the message count, or the actions for the selected messages. */
export function ListToolbar({
  found,
  loaded,
  searching,
  filter,
  selected,
  onSelectAll,
  onMark,
  onRemove,
  onSpam,
  onExport,
}: ListToolbarProps) {
  const all = found !== undefined && selected > 0 && selected >= found;
  return (
    <div className="flex min-h-12 items-center gap-1 border-b px-1">
      <Checkbox
        aria-label={searching || filter ? "Select all messages found" : "Select all messages"}
        mixed={selected > 0 && !all}
        checked={all}
        disabled={!found || !loaded}
        onChange={() => onSelectAll(selected === 0)}
      />
      <p role="status" className="min-w-0 flex-1 truncate text-small text-soft tabular-nums">
        {selected > 0 ? `${formatCount(selected)} selected` : foundText(found, searching, filter)}
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
          <IconButton label="Delete selected" onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
          <RowMenu
            name="selected messages"
            groups={() => [
              {
                actions: [
                  { label: "Export", icon: <Download aria-hidden="true" />, run: onExport },
                  {
                    label: selected === 1 ? "Mark sender as spam" : "Mark senders as spam",
                    icon: <ShieldBan aria-hidden="true" />,
                    run: onSpam,
                  },
                ],
              },
            ]}
          />
        </div>
      )}
    </div>
  );
}

function foundText(
  found: number | undefined,
  searching: boolean,
  filter: MessageFilter | null,
): string {
  if (found === undefined) return " ";
  const noun = found === 1 ? "message" : "messages";
  return [formatCount(found), filter, noun, searching && "found"].filter(Boolean).join(" ");
}

/** Which messages the list shows. */
export function FilterSelect({
  value,
  onChange,
}: {
  value: MessageFilter | null;
  onChange: (filter: MessageFilter | null) => void;
}) {
  return (
    <select
      aria-label="Filter messages"
      className={`${CONTROL} h-10 w-28! px-2`}
      value={value ?? ""}
      onChange={({ target }) => onChange((target.value as MessageFilter) || null)}
    >
      <option value="">All</option>
      <Options of={Object.entries(messageFilters)} />
    </select>
  );
}

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
  return (
    <SearchField
      label="Search messages"
      className="flex-1 basis-52"
      main
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
