import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { prepareEditor } from "../../editor/rich-text-field.tsx";
import { useSearchParamsState } from "../../forms/use-search-params-state.ts";
import { Button } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { usePageKeys } from "../../ui/hooks/use-page-keys.ts";
import { lazyComponent } from "../../ui/lazy-component.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { colorName, colorNamed } from "./note.ts";
import { prepareSelectionTools } from "./note-grid.tsx";
import { NOTE_KEYS } from "./note-keys.ts";
import { NotesHeader, NotesToolbar } from "./notes-toolbar.tsx";
import { QuickAdd } from "./quick-add.tsx";
import { ShownNotes } from "./shown-notes.tsx";
import { newNote } from "./tool.ts";
import { UnsavedNotice } from "./unsaved-notice.tsx";
import { useNoteActions } from "./use-note-actions.ts";
import { useNoteList, useNotes, useNotesAddress, useOffline } from "./use-notes.ts";

/** My Notes: sticky notes of the signed-in user only. */
export function NotesPage() {
  const { trash, importing } = useNotesAddress();
  if (!importing && !trash) return <NotesScreen />;
  return <Suspense>{importing ? <ImportScreen /> : <NotesTrash />}</Suspense>;
}

function NotesScreen() {
  const notes = useNotes();
  const { openId, archived, adding, exporting, close, setArchived, stopAdding, stopExporting } =
    useNotesAddress();
  const { list, loading } = useNoteList(notes, archived);
  const offline = useOffline(notes);
  // The cached notes are more useful than an error about the network.
  const failed = loading.isError && !(offline && list.complete);
  const { actions, error, setError, asked, setAsked } = useNoteActions(notes, (id) => {
    if (id === openId) close();
  });
  const { typed, type } = useSearchParamsState(FILTERS);
  const color = colorNamed(typed.color);
  const [added, setAdded] = useState(0);
  useEffect(() => void openNote.preload(), []);
  useEffect(() => {
    if (!list.complete) return;
    void prepareEditor();
    void labelsDialog.preload();
    void reminderDialog.preload();
    void prepareSelectionTools();
    void chooseLabels.preload();
  }, [list.complete]);
  const { label } = typed;
  const [editsLabels, setEditsLabels] = useState(false);
  const filter = useMemo(() => ({ search: typed.q, color, label }), [typed.q, color, label]);
  const quickAdd = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!adding) return;
    quickAdd.current?.focus();
    stopAdding();
  }, [adding, stopAdding]);
  usePageKeys(
    useMemo(
      () =>
        archived ? NOTE_KEYS : [{ ...newNote, run: () => quickAdd.current?.focus() }, ...NOTE_KEYS],
      [archived],
    ),
  );

  const AskedDialog = asked?.about === "labels" ? chooseLabels.Component : reminderDialog.Component;

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
      <UnsavedNotice />
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
        <FailedRead query={loading} />
      ) : (
        <ShownNotes
          list={list}
          filter={filter}
          archived={archived}
          added={added}
          actions={actions}
        />
      )}
      {editsLabels && (
        <labelsDialog.Component
          onRenamed={(from, to) =>
            type((now) => (now.label === from ? { ...now, label: to } : now))
          }
          onClose={() => setEditsLabels(false)}
        />
      )}
      {exporting && <exportDialog.Component onClose={stopExporting} />}
      {openId && (
        <openNote.Component
          key={openId}
          id={openId}
          known={(list.complete && !offline) || failed}
          actions={actions}
          onClose={close}
        />
      )}
      {asked && (
        <AskedDialog notes={asked.notes} actions={actions} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

// Not in the first chunk, which shows the cards.
const openNote = lazyDialog(async () => (await import("./open-note.tsx")).OpenNote);

const labelsDialog = lazyDialog(
  async () => (await import("./labels/labels-dialog.tsx")).LabelsDialog,
);

const reminderDialog = lazyDialog(
  async () => (await import("./reminder-dialog.tsx")).ReminderDialog,
);

const chooseLabels = lazyDialog(
  async () => (await import("./labels/choose-labels.tsx")).ChooseLabels,
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
