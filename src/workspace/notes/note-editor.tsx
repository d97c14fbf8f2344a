import { useQuery } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Copy, Download, Pin, Trash2, X } from "lucide-react";
import { NOTE_TITLE_MAX_LENGTH } from "../../../shared/limits.ts";
import { useUser } from "../../auth/session-context.tsx";
import { RichTextField } from "../../editor/rich-text-field.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { SaveStateText } from "../shell/save-state-text.tsx";
import { ColorPicker } from "./color-picker.tsx";
import { LabelField } from "./labels/label-field.tsx";
import { backgroundOf, type Note, titleOf } from "./note.ts";
import { focusText } from "./note-keys.ts";
import { ReminderChip } from "./note-reminder.tsx";
import { textLines } from "./note-text.ts";
import type { NotesService } from "./notes-service.ts";
import type { SaveState } from "./notes-store.ts";
import { TABLE } from "./tool.ts";
import type { NoteActions } from "./use-note-actions.ts";
import { useNotes, useSaveState } from "./use-notes.ts";

interface NoteEditorProps {
  note: Note;
  actions: NoteActions;
  onClose: () => void;
}

/** The editor of one note. Saves while typing. */
export function NoteEditor({ note, actions, onClose }: NoteEditorProps) {
  const notes = useNotes();
  const state = useSaveState(notes, note.id);
  const { id, color } = note;
  const title = titleOf(note);
  const close = () => {
    notes.outbox.flush(id);
    onClose();
  };
  return (
    <Dialog label={title || "Note"} className="modal sheet max-w-2xl" onClose={close}>
      <div
        style={{ backgroundColor: backgroundOf(color) }}
        className="grid max-h-[inherit] grid-rows-[auto_minmax(0,1fr)_auto_auto] text-ink max-sm:h-full"
      >
        <header className="flex items-center border-line border-b pe-2">
          <input
            type="text"
            aria-label="Title"
            placeholder="Title"
            dir="auto"
            maxLength={NOTE_TITLE_MAX_LENGTH}
            value={title}
            enterKeyHint="next"
            onChange={(event) => notes.outbox.edit(id, { title: event.target.value })}
            onKeyDown={focusText}
            className="h-14 min-w-0 flex-1 bg-transparent px-5 text-lead font-semibold outline-none"
          />
          <IconButton label="Close" icon={X} onClick={close} />
        </header>
        <div className="flex flex-col overflow-y-auto overscroll-contain bg-inherit">
          <ConflictNotice id={id} state={state} notes={notes} />
          <NoteContent note={note} />
        </div>
        <div className="flex max-h-24 flex-wrap items-center gap-1 overflow-y-auto px-4 py-1.5">
          <ReminderChip note={note} actions={actions} offers />
          <LabelField note={note} notes={notes} />
        </div>
        <footer className="flex flex-wrap items-center gap-x-1 border-line border-t px-2 py-1.5">
          <ColorPicker
            color={color}
            onChoose={(chosen) => notes.outbox.edit(id, { color: chosen })}
          />
          <NoteButtons note={note} actions={actions} />
          <div className="ms-auto px-2">
            <SaveStateText state={state} persistent={notes.outbox.isPersistent()} />
          </div>
        </footer>
      </div>
    </Dialog>
  );
}

function NoteButtons({ note, actions }: { note: Note; actions: NoteActions }) {
  const { is_pinned, is_archived } = note;
  return (
    <>
      <IconButton
        label={is_pinned ? "Unpin note" : "Pin note"}
        icon={Pin}
        className={is_pinned ? "[&_svg]:fill-current" : ""}
        onClick={() => actions.togglePin(note)}
      />
      <IconButton
        label={is_archived ? "Unarchive note" : "Archive note"}
        icon={is_archived ? ArchiveRestore : Archive}
        onClick={() => actions.archive([note])}
      />
      <IconButton label="Copy as Markdown" icon={Copy} onClick={() => actions.copy(note)} />
      <IconButton
        label="Export as Markdown"
        icon={Download}
        onClick={() => actions.download(note)}
      />
      <IconButton label="Delete note" icon={Trash2} onClick={() => actions.remove([note])} />
    </>
  );
}

/** The text, once it is loaded in full. */
function NoteContent({ note }: { note: Note }) {
  const { id, content, is_cut } = note;
  const notes = useNotes();
  const { userId } = useUser();
  const fullText = useQuery({
    queryKey: [TABLE, userId, "full text", id],
    queryFn: () => notes.sync.open(id).then(() => null),
    enabled: is_cut,
    gcTime: 0,
    staleTime: 0,
  });
  if (is_cut && fullText.isError) {
    return (
      <div className="p-5">
        <FailedRead query={fullText} />
      </div>
    );
  }
  if (is_cut) return <div className="skeleton m-5 h-48" role="status" aria-label="Loading..." />;
  return (
    <div className="flex flex-1 flex-col bg-inherit px-1.5 max-sm:px-0 sm:pb-3">
      <RichTextField
        label="Note text"
        plain
        checklists
        pictures={notes.pictures}
        // A note without a title opens with the caret in its text.
        focused={titleOf(note) === ""}
        value={content}
        onChange={(html) => notes.outbox.edit(id, { content: html })}
      />
    </div>
  );
}

interface ConflictNoticeProps {
  id: string;
  state: SaveState;
  notes: NotesService;
}

/** Reports a conflict, shows the other version and asks how to resolve it. */
function ConflictNotice({ id, state, notes }: ConflictNoticeProps) {
  if (state.kind === "gone") {
    return (
      <div role="alert" className={BOX}>
        <p>This note was deleted in the meantime. Your changes are kept on this device.</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => notes.outbox.resolve(id, "both")}>Keep as a new note</Button>
          <Button look="quiet" onClick={() => notes.outbox.resolve(id, "theirs")}>
            Discard my changes
          </Button>
        </div>
      </div>
    );
  }
  if (state.kind !== "conflict") return null;
  const { content } = state.theirs;
  return (
    <div role="alert" className={BOX}>
      <p>This note was changed in another tab or on another device while you were editing.</p>
      <blockquote className="max-h-32 overflow-y-auto border-accent border-s ps-3 text-soft wrap-anywhere">
        <p className="font-semibold" dir="auto">
          {titleOf(state.theirs)}
        </p>
        <p dir="auto" className="whitespace-pre-line">
          {textLines(content)}
        </p>
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => notes.outbox.resolve(id, "mine")}>Keep mine</Button>
        <Button onClick={() => notes.outbox.resolve(id, "theirs")}>Take theirs</Button>
        <Button onClick={() => notes.outbox.resolve(id, "both")}>Keep both</Button>
      </div>
    </div>
  );
}

const BOX = "grid gap-3 border-line-strong border-b bg-ground px-5 py-3 text-note";
