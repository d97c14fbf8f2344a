import { useMutation, useQuery } from "@tanstack/react-query";
import { Trash2, Undo2 } from "lucide-react";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { useUser } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import { formatDate } from "../../lib/format.ts";
import { sanitizeHtmlInBrowser } from "../../lib/sanitize/sanitize-html-browser.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { LabelChips } from "./labels/label-chips.tsx";
import { backgroundOf, type TrashedNote, titleOf } from "./note.ts";
import { firstPicture, NotePicture } from "./note-picture.tsx";
import { deleteTrashedNote, emptyTrash, listTrashedNotes } from "./notes-api.ts";
import type { NotesService } from "./notes-service.ts";
import { CardSkeletons, NotesHeader } from "./notes-toolbar.tsx";
import { TRASH_TABLE } from "./tool.ts";
import { useNotes } from "./use-notes.ts";

/** The deleted notes, to be restored or deleted permanently. */
export function NotesTrash() {
  const notes = useNotes();
  const trash = useTrash(notes);
  const { items } = trash;
  const [shown, setShown] = useState(PART);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => notes.outbox.onRemovalFailed((_id, message) => setFailure(message)), [notes]);

  return (
    <>
      <NotesHeader view="Trash">
        <Button
          look="danger"
          className="ms-auto"
          icon={<Trash2 />}
          disabled={!items?.some(({ trashed_at }) => trashed_at)}
          pending={trash.emptying}
          onClick={() => askToConfirm(EMPTY_QUESTION) && trash.empty()}
        >
          {trash.emptying ? "Emptying..." : "Empty Trash"}
        </Button>
      </NotesHeader>
      <p className="mb-4 text-soft text-note">
        Notes in the trash are deleted permanently after 30 days.
      </p>
      {failure && (
        <div className="mb-6">
          <Notice action={<Button onClick={() => setFailure(null)}>Dismiss</Button>}>
            {failure}
          </Notice>
        </div>
      )}
      <div className="mb-6 empty:hidden">
        <FailedRead query={trash.reading} />
      </div>
      {items === undefined ? (
        !trash.reading.error && <CardSkeletons />
      ) : items.length === 0 ? (
        <EmptyPanel title="The trash is empty" text="Deleted notes can be restored from here." />
      ) : (
        <ul
          aria-label="Deleted notes"
          className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4"
        >
          {items.slice(0, shown).map((item) => (
            <TrashCard key={item.id} item={item} trash={trash} />
          ))}
        </ul>
      )}
      {items && items.length > shown && (
        <Button className="mt-4" onClick={() => setShown(shown + PART)}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Number of cards shown at once. */
const PART = 200;

const EMPTY_QUESTION =
  "Are you sure you want to delete all notes in the trash? This cannot be undone.";

function TrashCard({ item, trash }: { item: TrashItem; trash: ReturnType<typeof useTrash> }) {
  const { id, content, color, labels, trashed_at } = item;
  const title = titleOf(item);
  const html = useMemo(() => sanitizeHtmlInBrowser(content), [content]);
  const picture = useMemo(() => firstPicture(content), [content]);
  const name = title || "this note";
  return (
    <li className="grid min-w-0">
      <article
        aria-label={title || "Note"}
        style={{ backgroundColor: backgroundOf(color) }}
        className="flex min-w-0 flex-col gap-2 rounded border border-line p-4 pb-2 text-ink"
      >
        {picture && <NotePicture key={picture.file} picture={picture} />}
        {title !== "" && (
          <h2 dir="auto" className="wrap-anywhere line-clamp-3">
            {title}
          </h2>
        )}
        {content !== "" && (
          // Inert: nothing in it can be used before the note is restored.
          <div
            dir="auto"
            inert
            className="lines max-h-60 overflow-hidden wrap-anywhere [mask-image:linear-gradient(to_bottom,black_13rem,transparent_15rem)]"
          >
            <RichText html={html} />
          </div>
        )}
        <LabelChips labels={labels} />
        <div className="mt-auto flex items-center gap-1">
          <p className="me-auto min-w-0 text-small text-soft">
            {trashed_at ? `Deleted ${formatDate(trashed_at)}` : "Waiting for a connection"}
          </p>
          <IconButton
            label={`Restore ${name}`}
            icon={Undo2}
            title="Restore"
            onClick={() => trash.restore(id)}
          />
          {trashed_at && (
            <IconButton
              label={`Delete ${name} permanently`}
              icon={Trash2}
              title="Delete permanently"
              onClick={() => askToConfirm(questionFor(title)) && trash.remove(id)}
            />
          )}
        </div>
      </article>
    </li>
  );
}

function questionFor(title: string): string {
  const what = title === "" ? "this note" : `"${title}"`;
  return `Are you sure you want to delete ${what}? This cannot be undone.`;
}

/** A note in the trash, or being moved there. */
interface TrashItem extends Omit<TrashedNote, "trashed_at"> {
  /** When it was deleted; null while the backend has not confirmed it. */
  trashed_at: string | null;
}

/** The trash of the signed-in user's notes, and its actions. */
function useTrash(notes: NotesService) {
  const { userId } = useUser();
  const { store, outbox } = notes;
  const waiting = useSyncExternalStore(store.subscribe, store.removing);
  const reading = useQuery({
    queryKey: [TRASH_TABLE, userId],
    queryFn: ({ signal }) => listTrashedNotes(userId, signal),
    refetchOnMount: "always",
  });
  const { refetch } = reading;
  const before = useRef(waiting.length);
  useEffect(() => {
    // A pending deletion has reached the backend.
    if (waiting.length < before.current) void refetch();
    before.current = waiting.length;
  }, [waiting, refetch]);
  const options = {
    meta: { changes: [[TRASH_TABLE]] },
    onError: (error: Error) => void toast.error(messageOf(error)),
  };
  const removing = useMutation({
    ...options,
    mutationFn: (id: string) => deleteTrashedNote(userId, id),
    onSuccess: () => void toast("Note deleted permanently."),
  });
  const emptying = useMutation({
    ...options,
    mutationFn: () => emptyTrash(userId),
    onSuccess: () => void toast("The trash is empty."),
  });
  const stored = reading.data?.filter(
    ({ id }) => !store.server.get(id) && store.removal(id) !== "undone",
  );
  return {
    items:
      stored || waiting.length > 0
        ? [...waiting.map((note) => ({ ...note, trashed_at: null })), ...(stored ?? [])]
        : undefined,
    reading,
    restore(id: string) {
      outbox.restore(id);
      toast("Note restored.");
    },
    remove: removing.mutate,
    empty: emptying.mutate,
    emptying: emptying.isPending,
  } satisfies { items: TrashItem[] | undefined } & Record<string, unknown>;
}
