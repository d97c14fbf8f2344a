import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, CloudUpload } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { notePath } from "../../lib/paths.ts";
import { isUnfinished } from "../files/uploads/upload-machine.ts";
import { useUploads } from "../files/uploads/user-uploads.ts";
import type { NotesService } from "../notes/notes-service.ts";
import { useNotesState } from "../notes/use-notes.ts";
import { SaveStateText } from "../shell/save-state-text.tsx";
import { getTaskQueue } from "../tasks/task-queue-service.ts";

/** Lists this device's unsent notes and changes of tasks, and this tab's uploads, or says that there are none. */
export function Unsent({ userId, notes }: { userId: string; notes: NotesService }) {
  const { store, outbox } = notes;
  const { state, subject } = useNotesState(notes);
  const unsaved = useSyncExternalStore(store.subscribe, () => store.unsavedIds().length);
  const { data: elsewhere = 0 } = useQuery({
    queryKey: ["unsent notes of other tabs", userId],
    queryFn: async () => (await outbox.countUnsent()) - store.unsavedIds().length,
    refetchInterval: OTHER_TABS_MS,
  });
  const uploads = useUploads(userId).jobs.filter(isUnfinished).length;
  const queue = getTaskQueue(userId, useQueryClient());
  const changes = useSyncExternalStore(queue.subscribe, queue.all).length;
  const unsent = [
    counted(unsaved + elsewhere, "note"),
    counted(changes, "task change"),
    counted(uploads, "upload"),
  ].filter(Boolean);
  const Icon = unsent.length > 0 ? CloudUpload : Check;
  return (
    <>
      <p
        // Hidden while a note is being typed.
        className={`flex items-center gap-1.5 text-small text-soft tabular-nums ${unsent.length > 0 ? "" : "group-focus-within:invisible"}`}
      >
        <Icon className="size-4 shrink-0" />
        {unsent.length > 0 ? `Not sent yet: ${unsent.join(", ")}` : "Everything is saved"}
      </p>
      {state.kind !== "saved" && state.kind !== "saving" && (
        <SaveStateText state={state} name={subject?.name} persistent={outbox.isPersistent()} />
      )}
      {subject && (
        <Link
          to={notePath(subject.id, false)}
          className="inline-flex items-center text-small pointer-coarse:min-h-11"
        >
          {subject.what}
        </Link>
      )}
    </>
  );
}

/** Interval of looking for other tabs' drafts, in milliseconds. */
const OTHER_TABS_MS = 3_000;

const counted = (count: number, noun: string) =>
  count > 0 && `${count} ${noun}${count === 1 ? "" : "s"}`;
