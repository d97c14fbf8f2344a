import { CheckCheck, Download, Keyboard } from "lucide-react";
import { useRef } from "react";
import { formatCount } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { type PageKey, usePageKeys } from "../../ui/hooks/use-page-keys.ts";
import { useWide } from "../../ui/hooks/use-wide.ts";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { showKeys } from "../../ui/palette/palette-host.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { FilterSelect, ListToolbar, SearchBox } from "./list-toolbar.tsx";
import { type MessageFilter, messageFilters } from "./message-filter.ts";
import { MessageList, MessageListSkeleton } from "./message-list.tsx";
import { MessagePane, NoMessageChosen } from "./message-pane.tsx";
import { only } from "./message-set.ts";
import { MessageSpam } from "./message-spam.tsx";
import { MessageTrash } from "./message-trash.tsx";
import { sizeOf } from "./selection.ts";
import { type MessageExport, useExport } from "./use-export.ts";
import { type InboxState, useInbox } from "./use-inbox.ts";

/** The inbox: the list and, beside it (on small screens above it), the open message. */
export function InboxPage() {
  const inbox = useInbox();
  const exporting = useExport();
  const wide = useWide();
  usePageKeys(LIST_KEYS);
  const { address, actions, data } = inbox;
  const exportSet = (set: InboxState["selection"]["set"], size: number) =>
    void exporting.start(set, size);
  const failure = actions.failure !== null && (
    <Notice action={<Button onClick={actions.dismissFailure}>Dismiss</Button>}>
      {actions.failure}
    </Notice>
  );
  const overlaid = !wide && address.openId !== null;

  return (
    <div className="flex h-[calc(100dvh-6.25rem)] min-h-[32rem] flex-col lg:h-[calc(100dvh-4rem)]">
      <PageHeader
        text={unreadText(data.unread)}
        actions={<HeaderActions inbox={inbox} onExport={exportSet} />}
      />
      <div className="mb-4 grid gap-2 empty:hidden">
        {!overlaid && failure}
        <ExportProgress {...exporting} />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-1 overflow-hidden rounded border md:grid-cols-[minmax(19rem,3fr)_5fr]">
        <ListColumn inbox={inbox} onExport={exportSet} />
        {wide && (
          <section aria-label="Message" className="flex min-h-0 flex-col border-s bg-surface">
            {address.openId === null ? (
              <NoMessageChosen />
            ) : (
              <OpenMessage inbox={inbox} id={address.openId} onClose={address.close} />
            )}
          </section>
        )}
      </div>
      {overlaid && (
        <Modal title="Message" onClose={address.close}>
          <div className="-m-5">
            {failure && <div className="p-3">{failure}</div>}
            <OpenMessage inbox={inbox} id={address.openId ?? ""} />
          </div>
        </Modal>
      )}
    </div>
  );
}

/** Keys that the list handles itself. */
const LIST_KEYS: readonly PageKey[] = [
  { keys: "↓ or J", text: "Next message" },
  { keys: "↑ or K", text: "Previous message" },
  { keys: "Enter", text: "Open" },
  { keys: "U", text: "Mark as read or unread" },
  { keys: "R", text: "Mark as replied or not" },
  { keys: "X", text: "Select; with Shift, select up to here" },
  { keys: "Ctrl+A", text: "Select all" },
  { keys: "Delete", text: "Delete" },
  { keys: "Escape", text: "Clear the selection, close the message" },
];

type OnExport = (set: InboxState["selection"]["set"], size: number) => void;

function HeaderActions({ inbox, onExport }: { inbox: InboxState; onExport: OnExport }) {
  const { address, data, markSet } = inbox;
  const { search } = address;
  const all = () => ({ kind: "found", search, until: data.newest(), except: [] }) as const;
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        icon={Keyboard}
        className="max-md:hidden"
        onClick={showKeys}
      />
      <MessageSpam />
      <MessageTrash />
      {address.words === "" && address.filter !== "replied" && (
        <Button
          icon={<CheckCheck />}
          // "All" means up to the newest message in the list.
          disabled={!data.unread || data.messages.length === 0}
          onClick={() => void markSet(all(), "read", data.unread ?? 0)}
        >
          Mark all read
        </Button>
      )}
      <Button
        icon={<Download />}
        disabled={data.messages.length === 0}
        onClick={() => onExport(all(), data.found ?? 0)}
      >
        {search === "" ? "Export CSV" : "Export results"}
      </Button>
    </>
  );
}

function ListColumn({ inbox, onExport }: { inbox: InboxState; onExport: OnExport }) {
  const { address, data, selection, selectAll, markSet, remove, markSpam } = inbox;
  const { list, messages } = data;
  const grid = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const searching = address.words !== "";
  const size = sizeOf(selection, data.found);
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <div className="flex flex-wrap gap-2 border-b p-2">
        <SearchBox
          box={box}
          value={address.typed}
          onChange={address.type}
          onLeave={() => grid.current?.focus()}
        />
        <FilterSelect value={address.filter} onChange={address.show} />
      </div>
      <ListToolbar
        found={data.found}
        loaded={messages.length > 0}
        searching={searching}
        filter={address.filter}
        selected={size}
        onSelectAll={selectAll}
        onMark={(to) => void markSet(selection.set, to, size)}
        onRemove={() => void remove(selection.set)}
        onSpam={() => void markSpam(selection.set)}
        onExport={() => onExport(selection.set, size)}
      />
      {list.isError && !list.isFetchNextPageError && (
        <div className="p-3">
          <FailedRead query={list} />
        </div>
      )}
      {list.isPending || (messages.length === 0 && list.hasNextPage) ? (
        <MessageListSkeleton />
      ) : messages.length > 0 ? (
        <MessageList
          messages={data}
          search={address.search}
          words={address.words}
          grid={grid}
          currentId={inbox.currentId}
          openId={address.openId}
          selection={selection}
          onMove={inbox.setCurrentId}
          onOpen={inbox.openMessage}
          onSelect={inbox.toggleSelected}
          onKey={inbox.onKey}
        />
      ) : (
        list.data && (
          <EmptyList
            searching={searching}
            filter={address.filter}
            onShowAll={() => address.show(null)}
          />
        )
      )}
    </div>
  );
}

function OpenMessage(props: { inbox: InboxState; id: string; onClose?: () => void }) {
  const { inbox, id, onClose } = props;
  return (
    <MessagePane
      id={id}
      pending={inbox.actions.pending}
      onChange={inbox.apply}
      onRemove={(message) => void inbox.remove(only(message.id), message.subject)}
      onSpam={() => void inbox.markSpam(only(id))}
      search={inbox.address.words}
      {...(onClose ? { onClose } : {})}
    />
  );
}

interface EmptyListProps {
  searching: boolean;
  filter: MessageFilter | null;
  onShowAll: () => void;
}

function EmptyList({ searching, filter, onShowAll }: EmptyListProps) {
  const all = searching ? "Try a different search term." : "Your inbox is empty.";
  return (
    <div className="grid content-start justify-items-start gap-1 px-4 py-10">
      <h2 className="text-body font-semibold">No Messages Found</h2>
      <p className="text-soft">
        {filter
          ? `Only ${messageFilters[filter].toLowerCase()} messages are shown${searching ? ", and none matches the search" : ""}.`
          : all}
      </p>
      {filter && (
        <Button className="mt-3" onClick={onShowAll}>
          Show all messages
        </Button>
      )}
    </div>
  );
}

function unreadText(unread: number | undefined): string {
  if (unread === undefined) return " ";
  return unread === 0 ? "Nothing unread." : `${formatCount(unread)} unread`;
}

/** The progress of an export, or the reason why it ended. */
function ExportProgress({ state, cancel }: MessageExport) {
  if (state.status === "idle") return null;
  if (state.status === "failed") {
    return (
      <Notice action={<Button onClick={cancel}>Dismiss</Button>}>
        The export failed: {state.message}
      </Notice>
    );
  }
  const { done, total } = state;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border bg-surface px-4 py-1.5 text-note">
      <div className="grid min-w-0 flex-1 basis-48 gap-1.5 tabular-nums">
        <p>
          Exporting {formatCount(done)} of {formatCount(total)}
        </p>
        <ProgressBar label="Export" value={done} max={total} />
      </div>
      <Button look="quiet" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}
