import { useEffect, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { useSession } from "../../auth/session-context.tsx";
import { prepareEditor } from "../../editor/rich-text-field.tsx";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { usePageKeys } from "../../ui/use-page-keys.ts";
import { PageHeader } from "../shell/page-header.tsx";
import { NoteEditor } from "./note-editor.tsx";
import { NoteGrid } from "./note-grid.tsx";
import { NotesToolbar } from "./notes-toolbar.tsx";
import type { Notes } from "./open-notes.ts";
import { QuickAdd } from "./quick-add.tsx";
import { OfflineText, SaveStateText } from "./save-state-text.tsx";
import { ShortcutsHelp } from "./shortcuts-help.tsx";
import { useFoundNotes } from "./use-found-notes.ts";
import { useNoteActions } from "./use-note-actions.ts";
import { useNote, useNoteList, useNotes, useOffline, useSaveState } from "./use-notes.ts";
import { useNotesAddress } from "./use-notes-address.ts";

/** My Notes: sticky notes of the signed-in person, and of nobody else. */
export function NotesPage() {
  const notes = useNotes();
  const { openId, archived, open, close, setArchived } = useNotesAddress();
  const { list, loading } = useNoteList(notes, archived);
  const offline = useOffline(notes);
  // What was there at the last visit is better than a sentence about the network.
  const failed = loading.isError && !(offline && list.complete);
  const { actions, error, clearError } = useNoteActions(notes, (id) => {
    if (id === openId) close();
  });
  const [search, setSearch] = useState("");
  const [color, setColor] = useState("");
  const [help, setHelp] = useState(false);
  useEffect(() => {
    if (list.complete) void prepareEditor();
  }, [list.complete]);
  const found = useFoundNotes(list.notes, search, color);
  const searchBox = useRef<HTMLInputElement>(null);
  const quickAdd = useRef<HTMLTextAreaElement>(null);
  usePageKeys(
    useMemo(
      () => ({
        "/": () => searchBox.current?.select(),
        n: () => quickAdd.current?.focus(),
        "?": () => setHelp(true),
      }),
      [],
    ),
  );

  return (
    <>
      <PageHeader title="My Notes" actions={<Unsaved notes={notes} onOpen={open} />} />
      {!archived && <QuickAdd notes={notes} field={quickAdd} />}
      <NotesToolbar
        search={search}
        onSearch={setSearch}
        box={searchBox}
        color={color}
        onColor={setColor}
        archived={archived}
        onArchived={setArchived}
        onHelp={() => setHelp(true)}
      />
      {error && !failed && (
        <div className="mb-6">
          <Notice action={<Button onClick={clearError}>Dismiss</Button>}>{error}</Notice>
        </div>
      )}
      {failed ? (
        <Notice action={<Button onClick={() => void loading.refetch()}>Try again</Button>}>
          {messageOf(loading.error)}
        </Notice>
      ) : list.notes.length === 0 && !list.complete ? (
        <Spinner />
      ) : found.length > 0 ? (
        <NoteGrid notes={found} sections={!archived} actions={actions} onOpen={open} />
      ) : (
        <Nothing filtered={search.trim() !== "" || color !== ""} archived={archived} />
      )}
      {openId && (
        <OpenNote
          key={openId}
          id={openId}
          notes={notes}
          known={(list.complete && !offline) || failed}
          actions={actions}
          onClose={close}
        />
      )}
      {help && <ShortcutsHelp onClose={() => setHelp(false)} />}
    </>
  );
}

function Nothing({ filtered, archived }: { filtered: boolean; archived: boolean }) {
  if (filtered) return <EmptyPanel title="No Notes Found" text="Try a different search term." />;
  if (archived) return <EmptyPanel title="Your archive is empty" />;
  return (
    <EmptyPanel
      title="Your workspace is empty"
      text="Use the form above to take your first note."
    />
  );
}

/** The editor, as long as there is such a note. */
function OpenNote({
  id,
  notes,
  known,
  actions,
  onClose,
}: {
  id: string;
  notes: Notes;
  /** Whether it is certain which notes there are. */
  known: boolean;
  actions: Parameters<typeof NoteEditor>[0]["actions"];
  onClose: () => void;
}) {
  const note = useNote(notes, id);
  const gone = known && !note;
  const shown = useRef(false);
  useEffect(() => {
    if (note) shown.current = true;
    if (!gone) return;
    if (shown.current) toast("This note was deleted elsewhere.");
    onClose();
  }, [note, gone, onClose]);
  // Its card may have moved meanwhile, and with it the place the focus would return to.
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>(`[data-note="${id}"] > button`)?.focus();
      });
    },
    [id],
  );
  return note && <NoteEditor note={note} actions={actions} onClose={onClose} />;
}

/** How saving stands as a whole, while there is something to say about it. */
function Unsaved({ notes, onOpen }: { notes: Notes; onOpen: (id: string) => void }) {
  const state = useSaveState(notes);
  const offline = useOffline(notes);
  const { store } = useSession();
  useEffect(() => {
    // It may be the session that has ended, and not the network.
    if (state.kind === "offline") void store.verify();
  }, [state.kind, store]);
  if (state.kind === "saved") return offline && <OfflineText />;
  const [undecided] = notes.queue.undecided();
  return (
    <div className="flex items-center gap-3">
      <SaveStateText state={state} keepsDrafts={notes.keepsDrafts()} />
      {undecided && <Button onClick={() => onOpen(undecided)}>Decide</Button>}
    </div>
  );
}
