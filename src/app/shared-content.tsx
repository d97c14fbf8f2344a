import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { NOTE_TITLE_MAX_LENGTH } from "../../shared/limits.ts";
import { SHARED_PARAM } from "../../shared/share-target.ts";
import { formatSize } from "../lib/file-size.ts";
import { formatRecentTime } from "../lib/format.ts";
import { newId } from "../lib/new-id.ts";
import { paths } from "../lib/paths.ts";
import { shownName } from "../lib/shown-name.ts";
import { Button } from "../ui/button.tsx";
import { TextAreaField, TextField } from "../ui/field.tsx";
import { Modal } from "../ui/modal.tsx";
import type { Uploads } from "../workspace/files/uploads/uploads.ts";
import { useUploads } from "../workspace/files/uploads/user-uploads.ts";
import { toHtml } from "../workspace/notes/note-html.ts";
import { getNotesService } from "../workspace/notes/notes-service.ts";
import {
  listShared,
  MOST_SHARED,
  MOST_SHARED_BYTES,
  type Share,
  type SharedItem,
  type SharedText,
} from "../workspace/shell/shared-content.ts";

/**
 * Content that other apps have shared, each share in a separate box, or the reason why it was not
 * stored. Nothing is saved before the user agrees, because any page can share content.
 */
export function SharedContent({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [params, setParams] = useSearchParams();
  const [shares, setShares] = useState<Share[] | null>(null);
  const outcome = params.get(SHARED_PARAM) ?? "";
  useEffect(() => {
    listShared(outcome)
      .then(setShares)
      // A browser that refuses the cache has no shared content.
      .catch(() => setShares([]));
  }, [outcome]);
  const leave = () => {
    if (params.has(SHARED_PARAM)) setParams({}, { replace: true });
  };
  const [share, ...others] = shares ?? [];
  // A session that has ended also deletes a share that arrived before the page noticed the end.
  const isLost = shares && outcome && !share && !REFUSALS.has(outcome);
  const refusal = REFUSALS.get(isLost ? "signed-out" : outcome);
  if (refusal) {
    return (
      <Modal title="Nothing was kept" onClose={leave}>
        <p>{refusal}</p>
      </Modal>
    );
  }
  if (!share) return null;
  const next = () => {
    if (others.length > 0) return setShares(others);
    leave();
    onDone();
  };
  return <SharedBox key={share.id} share={share} userId={userId} onDone={next} />;
}

const REFUSALS = new Map([
  ["again", "What was shared did not arrive. Share it again."],
  ["signed-out", "You were signed out when it was shared. Share it again."],
  [
    "full",
    `Up to ${MOST_SHARED} items and ${formatSize(MOST_SHARED_BYTES)} can wait here. Save or discard some, or upload the files in My Drive.`,
  ],
]);

function SharedBox({
  share: { id, items },
  userId,
  onDone,
}: {
  share: Share;
  userId: string;
  onDone: () => void;
}) {
  const { uploads } = useUploads(userId);
  const navigate = useNavigate();
  const [note, setNote] = useState<SharedText>(
    items.map(({ content }) => content).find((content) => "text" in content) ?? {
      title: "",
      text: "",
    },
  );
  // Content received by earlier versions has no time.
  const receivedAt = Number.parseInt(id, 10);
  const files = items.filter(({ content }) => "file" in content);
  const save = () => {
    if (note.title.trim() || note.text.trim()) {
      const fields = { title: note.title.trim(), content: toHtml(note.text) };
      getNotesService(userId).outbox.create(newId(), fields);
    }
    void forget(items.filter((item) => !files.includes(item)));
    void uploadFiles(uploads, files);
    onDone();
    navigate(files.length === items.length ? paths.workspace.files : paths.workspace.notes);
  };
  return (
    <Modal title="Shared with you" onClose={onDone}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {receivedAt > 0 && (
          <p className="text-small text-soft">
            Received {formatRecentTime(new Date(receivedAt).toISOString())}
          </p>
        )}
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
              onDone();
            }}
          >
            Discard
          </Button>
        </div>
      </form>
    </Modal>
  );
}

async function forget(items: readonly SharedItem[]): Promise<void> {
  await Promise.all(items.map((item) => item.forget()));
}

/** Removes each file once it is in the drive or canceled, so that closing the tab loses none. */
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
