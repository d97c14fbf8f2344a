import { Button } from "../../ui/button.tsx";
import { plainText } from "./note-text.ts";
import type { NotesService } from "./notes-service.ts";
import type { SaveState } from "./notes-store.ts";

/** Reports a conflict, shows the other version and asks how to resolve it. */
export function ConflictNotice({
  id,
  state,
  notes,
}: {
  id: string;
  state: SaveState;
  notes: NotesService;
}) {
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
  const { title, content } = state.theirs;
  return (
    <div role="alert" className={BOX}>
      <p>This note was changed in another tab or on another device while you were editing.</p>
      <blockquote className="max-h-32 overflow-y-auto border-accent border-s ps-3 text-soft wrap-anywhere">
        <p className="font-semibold" dir="auto">
          {title}
        </p>
        <p dir="auto">{plainText(content)}</p>
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
