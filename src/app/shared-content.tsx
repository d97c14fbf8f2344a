import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { NOTE_TITLE_MAX_LENGTH } from "../../shared/limits.ts";
import { formatSize } from "../lib/file-size.ts";
import { newId } from "../lib/new-id.ts";
import { paths, SHARED_PARAM } from "../lib/paths.ts";
import { shownName } from "../lib/shown-name.ts";
import { Button } from "../ui/button.tsx";
import { TextAreaField, TextField } from "../ui/field.tsx";
import { Modal } from "../ui/modal.tsx";
import type { Uploads } from "../workspace/files/uploads/uploads.ts";
import { useUploads } from "../workspace/files/uploads/user-uploads.ts";
import { toHtml } from "../workspace/notes/note-html.ts";
import { getNotesService } from "../workspace/notes/notes-service.ts";
import { listShared, type SharedItem, type SharedText } from "../workspace/shell/shared-content.ts";

/**
 * The box for what other apps have shared: a new note, and files for the drive. Nothing is saved
 * before the user says so, because any page can send something here.
 */
export function SharedContent({ userId, onDone }: { userId: string; onDone: () => void }) {
  const { uploads } = useUploads(userId);
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [items, setItems] = useState<SharedItem[]>([]);
  const [note, setNote] = useState<SharedText>({ title: "", text: "" });
  useEffect(() => {
    listShared()
      .then((shared) => {
        setItems(shared);
        setNote(joined(shared.flatMap(({ content }) => ("file" in content ? [] : [content]))));
      })
      // A browser that refuses the cache has none.
      .catch(() => {});
  }, []);
  const files = items.filter(({ content }) => "file" in content);
  const close = () => {
    setItems([]);
    if (params.has(SHARED_PARAM)) setParams({}, { replace: true });
    onDone();
  };
  const save = () => {
    if (note.title.trim() || note.text.trim()) {
      const fields = { title: note.title.trim(), content: toHtml(note.text) };
      getNotesService(userId).outbox.create(newId(), fields);
    }
    void forget(items.filter((item) => !files.includes(item)));
    void uploadFiles(uploads, files);
    close();
    navigate(files.length === items.length ? paths.workspace.files : paths.workspace.notes);
  };
  if (items.length === 0) return null;
  return (
    <Modal title="Shared with you" onClose={close}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {files.length < items.length && (
          <>
            <TextField
              label="Title"
              maxLength={NOTE_TITLE_MAX_LENGTH}
              value={note.title}
              onChange={({ target }) => setNote({ ...note, title: target.value })}
            />
            <TextAreaField
              label="Note"
              rows={6}
              value={note.text}
              onChange={({ target }) => setNote({ ...note, text: target.value })}
            />
          </>
        )}
        {files.length > 0 && (
          <div className="grid gap-1">
            <h3 className="font-semibold text-small text-soft">Files for My Drive</h3>
            <ul aria-label="Files for My Drive" className="grid gap-1">
              {files.map(
                ({ content, id }) =>
                  "file" in content && (
                    <li key={id} dir="auto" className="wrap-anywhere">
                      {shownName(content.file.name)}{" "}
                      <span className="text-soft">{formatSize(content.file.size)}</span>
                    </li>
                  ),
              )}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary">
            {files.length === items.length ? "Upload" : "Save"}
          </Button>
          <Button
            onClick={() => {
              void forget(items);
              close();
            }}
          >
            Discard
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Several texts in one note. */
function joined(texts: readonly SharedText[]): SharedText {
  const [first, ...others] = texts;
  const rest = others.flatMap(({ title, text }) => [title, text]);
  return {
    title: first?.title ?? "",
    text: [first?.text ?? "", ...rest].filter(Boolean).join("\n"),
  };
}

async function forget(items: readonly SharedItem[]): Promise<void> {
  await Promise.all(items.map((item) => item.forget()));
}

/** Forgets each file when it is in the drive or was canceled, so that closing the tab loses none. */
async function uploadFiles(uploads: Uploads, items: readonly SharedItem[]): Promise<void> {
  const waiting = new Map<File, SharedItem>();
  for (const item of items) if ("file" in item.content) waiting.set(item.content.file, item);
  if (waiting.size === 0) return;
  const picked = [...waiting.keys()].map((file) => ({ folders: [], file }));
  uploads.add(picked, null);
  const stop = uploads.subscribe(() => {
    const unfinished = uploads.get().filter(({ state }) => state.kind !== "done");
    const open = new Set(unfinished.map(({ file }) => file));
    const stored = [...waiting].filter(([file]) => !open.has(file));
    for (const [file] of stored) waiting.delete(file);
    void forget(stored.map(([, item]) => item));
    if (waiting.size === 0) stop();
  });
}
