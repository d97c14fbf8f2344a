// biome-ignore-all lint/a11y/useSemanticElements: a table cannot show only the rows in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row.
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from "react";
import { Button } from "../../ui/button.tsx";
import type { VirtualItem } from "../../ui/hooks/use-virtual-list.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useListWindow } from "./list-window.ts";
import { MessageRow, rowId } from "./message-row.tsx";
import type { ListedMessage } from "./message-set.ts";
import { isSelected, type Selection } from "./selection.ts";
import type { Messages } from "./use-messages.ts";

interface MessageListProps {
  messages: Messages;
  search: string;
  /** The search words to mark. */
  words: string;
  /** The grid element, which holds the focus for all of its rows. */
  grid: RefObject<HTMLDivElement | null>;
  currentId: string | null;
  openId: string | null;
  selection: Selection;
  onMove: (id: string) => void;
  onOpen: (id: string) => void;
  onSelect: (id: string, range: boolean) => void;
  /** Called for every other key pressed in the list. */
  onKey: (event: KeyboardEvent) => void;
}

/** The messages as a virtualized grid with keyboard navigation. */
export function MessageList(props: MessageListProps) {
  const { messages, search, words, grid, currentId, openId, selection } = props;
  const { onMove, onOpen, onSelect, onKey } = props;
  const { items, height, show, scrolledTo } = useListWindow(messages, search, grid);
  const { list, before, rowCount } = messages;
  const loaded = messages.messages;
  const currentIndex = loaded.findIndex(({ id }) => id === currentId);
  const helpId = useId();

  const shownId = useRef<string>(undefined);
  useEffect(() => {
    // Scrolls once per new current row, so that arriving messages do not scroll the list.
    if (currentId === null || currentIndex < 0 || shownId.current === currentId) return;
    shownId.current = currentId;
    show(before + currentIndex);
  }, [currentId, currentIndex, before, show]);

  function move(to: number) {
    const target = loaded[Math.min(Math.max(to, 0), loaded.length - 1)];
    if (target) onMove(target.id);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target instanceof HTMLButtonElement) return;
    const page = Math.max(Math.floor(event.currentTarget.clientHeight / 76) - 1, 1);
    const step = steps(page, loaded.length)[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return onKey(event);
    event.preventDefault();
    if (event.key === "Home" && before > 0) grid.current?.scrollTo({ top: 0 });
    else if (currentIndex >= 0) move(currentIndex + step);
    else move(Math.max(firstInView(items, scrolledTo()) - before, 0));
  }

  return (
    <>
      <p id={helpId} className="sr-only">
        Arrow keys move, Enter opens, Delete deletes, U marks read or unread, R replied or not, X
        selects.
      </p>
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label="Messages"
        aria-describedby={helpId}
        aria-multiselectable
        aria-busy={list.isPlaceholderData || undefined}
        aria-rowcount={rowCount ?? -1}
        aria-activedescendant={currentIndex >= 0 ? rowId(currentId ?? "") : undefined}
        className={`group min-h-0 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain focus-visible:outline-none ${list.isPlaceholderData ? "opacity-60" : ""}`}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className="relative [overflow-anchor:none]" style={{ height }}>
          {items.map(({ index, top }) => {
            const message = loaded[index - before];
            if (!message) {
              const failed = index >= before && list.isFetchNextPageError;
              return (
                <Waiting key={index} index={index} top={top}>
                  {failed && <LoadMore onRetry={() => void list.fetchNextPage()} />}
                </Waiting>
              );
            }
            return (
              <MessageRow
                key={message.id}
                message={message}
                index={index}
                top={top}
                search={words}
                state={{
                  current: message.id === currentId,
                  open: message.id === openId,
                  selected: isSelected(selection, message, search),
                }}
                onOpen={(event) => onPress(event, message, { onMove, onOpen, onSelect })}
                onSelect={(range) => onSelect(message.id, range)}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** As in mail clients, click opens, Ctrl or Cmd+click selects, Shift+click selects a range. */
function onPress(
  event: MouseEvent,
  { id }: ListedMessage,
  { onOpen, onSelect }: Pick<MessageListProps, "onMove" | "onOpen" | "onSelect">,
) {
  if (event.shiftKey) onSelect(id, true);
  else if (event.ctrlKey || event.metaKey) onSelect(id, false);
  else onOpen(id);
}

function steps(page: number, all: number): Record<string, number | undefined> {
  return {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: page,
    PageUp: -page,
    Home: -all,
    End: all,
  };
}

function firstInView(items: readonly VirtualItem[], offset: number): number {
  return items.find(({ top, size }) => top + size > offset)?.index ?? 0;
}

/** Placeholder of a message that is not loaded yet. */
function Waiting(props: { index: number; top: number; children: React.ReactNode }) {
  const { index, top, children } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className="absolute inset-x-0 top-0 h-[4.75rem] border-b p-3"
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell">
        {children || (
          <div className="skeleton h-12">
            <span className="sr-only">Loading...</span>
          </div>
        )}
      </div>
    </div>
  );
}

function LoadMore({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="flex items-center justify-between gap-3 text-bad text-small">
      Older messages could not be loaded.
      <Button onClick={onRetry}>Try again</Button>
    </p>
  );
}

/** Placeholder of the list while the first messages are loading. */
export function MessageListSkeleton() {
  return (
    <div className="p-3">
      <SkeletonRows rows={7} height="h-16" />
    </div>
  );
}
