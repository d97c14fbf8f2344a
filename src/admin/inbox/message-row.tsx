// biome-ignore-all lint/a11y/useSemanticElements: a table cannot show only the rows in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row.
import { Reply } from "lucide-react";
import type { MouseEvent } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Checkbox } from "../../ui/field.tsx";
import { Highlight } from "../../ui/highlight.tsx";
import type { ListedMessage } from "./message-set.ts";
import { messageTime } from "./message-time.ts";

export interface RowState {
  /** Whether this is the current row of the keyboard navigation. */
  current: boolean;
  open: boolean;
  selected: boolean;
}

/** One row of the inbox, three lines high: sender and time, subject, start of the text. */
export function MessageRow(props: {
  message: ListedMessage;
  index: number;
  top: number;
  /** The words to mark. */
  search: string;
  state: RowState;
  onOpen: (event: MouseEvent) => void;
  onSelect: (range: boolean) => void;
}) {
  const { message, index, top, search, state, onOpen, onSelect } = props;
  const { name, subject, preview, is_read: isRead, created_at: createdAt } = message;
  const isReplied = message.replied_at !== null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to the keys.
    <div
      role="row"
      id={rowId(message.id)}
      aria-rowindex={index + 1}
      aria-selected={state.selected}
      aria-current={state.open || undefined}
      className={`absolute inset-x-0 top-0 flex h-[4.75rem] cursor-pointer border-b ps-1 pe-3 ${lookOf(state)}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      {state.open && (
        <span className="absolute inset-y-0 start-0 w-0.5 bg-accent forced-colors:bg-[Highlight]" />
      )}
      <div role="gridcell" className="grid shrink-0">
        {/* A click beside the checkbox still toggles it: opening would be a nuisance on phones. */}
        <Checkbox
          wrap="w-10 pointer-coarse:w-11"
          tabIndex={-1}
          checked={state.selected}
          aria-label={`Select message from ${name}`}
          onClick={(event) => onSelect(event.shiftKey)}
          onChange={() => {}}
        />
      </div>
      <div
        role="gridcell"
        className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center gap-px text-note"
      >
        <p className="flex items-baseline gap-2">
          {!isRead && (
            <span className="size-2 shrink-0 self-center rounded-full bg-accent forced-colors:bg-[Highlight]">
              <span className="sr-only">Unread</span>
            </span>
          )}
          <span
            dir="auto"
            className={`min-w-0 flex-1 truncate text-start ${isRead ? "" : "font-semibold"}`}
          >
            <Highlight text={name} search={search} />
          </span>
          {isReplied && (
            <span className="shrink-0 self-center text-soft" title="Replied">
              <Reply className="size-3.5" />
              <span className="sr-only">Replied</span>
            </span>
          )}
          <time
            dateTime={createdAt}
            title={formatDateTime(createdAt)}
            className="shrink-0 text-small text-soft tabular-nums"
          >
            {messageTime(createdAt)}
          </time>
        </p>
        <p dir="auto" className={`truncate text-small ${isRead ? "text-soft" : "font-semibold"}`}>
          <Highlight text={subject} search={search} />
        </p>
        <p dir="auto" className="truncate text-small text-soft">
          <Highlight text={preview} search={search} />
        </p>
      </div>
    </div>
  );
}

/** The element id of a message's row, used for `aria-activedescendant`. */
export const rowId = (id: string) => `message-${id}`;

function lookOf({ current, open, selected }: RowState): string {
  const ground = open || selected ? "bg-raised" : "hover:bg-surface";
  // The current row is only highlighted while the grid has the keyboard focus.
  return current
    ? `${ground} group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-accent`
    : ground;
}
