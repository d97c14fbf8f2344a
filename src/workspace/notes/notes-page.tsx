import { memo, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { useSession } from "../../auth/session-context.tsx";
import { prepareEditor } from "../../editor/rich-text-field.tsx";
import { useSearchParamsState } from "../../forms/use-search-params-state.ts";
import { readErrorOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { recoverFocus } from "../../ui/focus-recovery.ts";
import { usePageKeys } from "../../ui/hooks/use-page-keys.ts";
import { lazyComponent } from "../../ui/lazy-component.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { colorName, colorNamed } from "./note.ts";
import { NoteEditor } from "./note-editor.tsx";
import { NoteGrid } from "./note-grid.tsx";
import { NOTE_KEYS } from "./note-keys.ts";
import type { NotesService } from "./notes-service.ts";
import type { NoteList } from "./notes-store.ts";
import { CardSkeletons, NotesHeader, NotesToolbar } from "./notes-toolbar.tsx";
import { QuickAdd } from "./quick-add.tsx";
import { OfflineText, SaveStateText } from "./save-state-text.tsx";
import { useNoteActions } from "./use-note-actions.ts";
import {
  useNote,
  useNoteList,
  useNotes,
  useNotesAddress,
  useOffline,
  useSaveState,
  useShownNotes,
} from "./use-notes.ts";

/** My Notes: sticky notes of the signed-in user only. */
export function NotesPage() {
  const { trash, importing } = useNotesAddress();
  if (!importing && !trash) return <NotesScreen />;
  return <Suspense>{importing ? <ImportScreen /> : <NotesTrash />}</Suspense>;
}

function NotesScreen() {
  const notes = useNotes();
  const { openId, archived, adding, open, close, setArchived, stopAdding } = useNotesAddress();
  const { list, loading } = useNoteList(notes, archived);
  const offline = useOffline(notes);
  // The cached notes are more useful than an error about the network.
  const failed = loading.isError && !(offline && list.complete);
  const { actions, error, setError, reminded, setReminded } = useNoteActions(notes, (id) => {
    if (id === openId) close();
  });
  const { typed, type } = useSearchParamsState(FILTERS);
  const color = colorNamed(typed.color);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (!list.complete) return;
    void prepareEditor();
    void labelsDialog.preload();
    void reminderDialog.preload();
  }, [list.complete]);
  const isTyped = !!openId && notes.store.saveState(openId).kind !== "saved";
  const { label } = typed;
  const [editsLabels, setEditsLabels] = useState(false);
  const filter = useMemo(() => ({ search: typed.q, color, label }), [typed.q, color, label]);
  const { shown, words, searching, isFiltered, isNarrowed } = useShownNotes(
    useRested(list, isTyped),
    filter,
    archived,
  );
  const quickAdd = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!adding) return;
    quickAdd.current?.focus();
    stopAdding();
  }, [adding, stopAdding]);
  usePageKeys(
    useMemo(
      () =>
        archived
          ? NOTE_KEYS
          : [{ keys: "N", text: "New note", run: () => quickAdd.current?.focus() }, ...NOTE_KEYS],
      [archived],
    ),
  );

  return (
    <>
      <NotesHeader view={archived ? "Archive" : null}>
        <NotesToolbar
          search={typed.q}
          onSearch={(q) => type({ ...typed, q })}
          color={color}
          onColor={(value) => type({ ...typed, color: colorName(value) })}
          label={label}
          onLabel={(chosen) => type({ ...typed, label: chosen })}
          onEditLabels={() => setEditsLabels(true)}
          notes={notes}
          archived={archived}
          onArchived={setArchived}
        />
      </NotesHeader>
      <Unsaved notes={notes} onOpen={open} />
      {!archived && (
        <div className="mx-auto mb-2 max-w-2xl sm:mb-5">
          <QuickAdd
            notes={notes}
            label={label}
            field={quickAdd}
            onAdd={() => setAdded((count) => count + 1)}
          />
        </div>
      )}
      {error && !failed && (
        <div className="mb-6">
          <Notice action={<Button onClick={() => setError(null)}>Dismiss</Button>}>{error}</Notice>
        </div>
      )}
      {failed ? (
        <Notice action={<Button onClick={() => void loading.refetch()}>Try again</Button>}>
          {readErrorOf(loading.error)}
        </Notice>
      ) : list.notes.length === 0 && !list.complete ? (
        <CardSkeletons />
      ) : shown.length > 0 ? (
        <>
          {/* Not before its results, as it moves all cards. */}
          {isFiltered && (
            <p role="status" className="mb-2 text-small text-soft tabular-nums">
              {shown.length === 1 ? "1 note" : `${formatCount(shown.length)} notes`} found
              {label !== "" && ` with the label “${label}”`}
            </p>
          )}
          <Wall
            notes={shown}
            split={!archived}
            view={[archived, color, label, words.join(" "), added].join()}
            search={words.join(" ")}
            actions={actions}
            onOpen={open}
          />
        </>
      ) : searching ? (
        <CardSkeletons />
      ) : (
        <Nothing filtered={isNarrowed} archived={archived} />
      )}
      {editsLabels && (
        <labelsDialog.Component
          onRenamed={(from, to) =>
            type((now) => (now.label === from ? { ...now, label: to } : now))
          }
          onClose={() => setEditsLabels(false)}
        />
      )}
      <Exporting />
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
      <Reminding id={reminded} onDone={() => setReminded(null)} />
    </>
  );
}

/**
 * The list; while a note is typed in, changed texts only once no more follow: to arrange ten
 * thousand cards behind the editor takes longer than to show the key typed.
 */
function useRested(list: NoteList, isTyped: boolean): NoteList {
  const [rested, setRested] = useState(list);
  const { notes, complete } = rested;
  const waits = isTyped && notes.length === list.notes.length && complete === list.complete;
  if (!waits && rested !== list) setRested(list);
  useEffect(() => {
    const timer = waits && setTimeout(() => setRested(list), REST_MS);
    return () => clearTimeout(timer || undefined);
  }, [list, waits]);
  return rested;
}

const REST_MS = 250;

/** The dialog of a reminder, over the notes or the editor. */
function Reminding({ id, onDone }: { id: string | null; onDone: () => void }) {
  return id && <reminderDialog.Component id={id} onClose={onDone} />;
}

/** The export, over the notes. */
function Exporting() {
  const { exporting, stopExporting } = useNotesAddress();
  return exporting && <exportDialog.Component onClose={stopExporting} />;
}

const labelsDialog = lazyDialog(
  async () => (await import("./labels/labels-dialog.tsx")).LabelsDialog,
);

const reminderDialog = lazyDialog(
  async () => (await import("./reminder-dialog.tsx")).ReminderDialog,
);

const exportDialog = lazyDialog(
  async () => (await import("./transfer/export-dialog.tsx")).ExportDialog,
);

const { Component: NotesTrash } = lazyComponent(
  async () => (await import("./notes-trash.tsx")).NotesTrash,
);

const { Component: ImportScreen } = lazyComponent(
  async () => (await import("./transfer/import-screen.tsx")).ImportScreen,
);

/** Filters that the URL contains. */
const FILTERS = ["q", "color", "label"] as const;

/** Not rendered for a key in the search box, before its results are. */
const Wall = memo(NoteGrid);

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

/** The editor, as long as the note exists. */
function OpenNote({
  id,
  notes,
  known,
  actions,
  onClose,
}: {
  id: string;
  notes: NotesService;
  /** Whether the list of notes is complete. */
  known: boolean;
  actions: Parameters<typeof NoteEditor>[0]["actions"];
  onClose: () => void;
}) {
  const note = useNote(notes, id);
  const gone = known && !note;
  const shown = useRef(false);
  useEffect(() => {
    // The list may still be loading.
    if (!note && !known) void notes.sync.open(id).catch(() => {});
  }, [id, notes, note, known]);
  useEffect(() => {
    if (note) shown.current = true;
    if (!gone) return;
    if (shown.current && notes.store.removal(id) !== "wanted")
      toast("This note was deleted in the meantime.");
    onClose();
  }, [id, notes, note, gone, onClose]);
  // The note's card may have moved meanwhile, so the focus must be restored explicitly.
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        recoverFocus(() => document.querySelector(`[data-note="${id}"] > button`));
      });
    },
    [id],
  );
  return note && <NoteEditor note={note} actions={actions} onClose={onClose} />;
}

/** The overall save state, if there is something to report; over the page, which must not move. */
function Unsaved({ notes, onOpen }: { notes: NotesService; onOpen: (id: string) => void }) {
  const state = useSaveState(notes);
  const offline = useOffline(notes);
  const { store: session } = useSession();
  useEffect(() => {
    // The cause may be an ended session rather than the network.
    if (state.kind === "offline") void session.verify();
  }, [state.kind, session]);
  if (state.kind === "saved" && !offline) return null;
  const [undecided] = notes.store.undecided();
  return (
    <div className="late above-toasts fixed start-4 bottom-4 z-10 flex max-w-[calc(100%-2rem)] items-center gap-3 rounded border border-line-strong bg-surface px-3 py-2 lg:start-[17rem]">
      {state.kind === "saved" ? (
        <OfflineText />
      ) : (
        <SaveStateText state={state} persistent={notes.outbox.isPersistent()} />
      )}
      {undecided && <Button onClick={() => onOpen(undecided)}>Review conflict</Button>}
    </div>
  );
}
