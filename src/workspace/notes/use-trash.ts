import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { useUser } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import type { TrashedNote } from "./note.ts";
import { deleteTrashedNote, emptyTrash, listTrashedNotes } from "./notes-api.ts";
import type { NotesService } from "./notes-service.ts";

/** A note in the trash, or being moved there. */
export interface TrashItem extends Omit<TrashedNote, "trashed_at"> {
  /** When it was deleted; null while the backend has not confirmed it. */
  trashed_at: string | null;
}

/** The trash of the signed-in user's notes, and its actions. */
export function useTrash(notes: NotesService) {
  const { userId } = useUser();
  const { store, outbox } = notes;
  const waiting = useSyncExternalStore(store.subscribe, store.removing);
  const reading = useQuery({
    queryKey: [TABLE, userId],
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
    meta: { changes: [[TABLE]] },
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
  const stored = reading.data?.filter(({ id }) => !store.server.get(id) && !store.isRestoring(id));
  return {
    items:
      stored || waiting.length > 0
        ? [...waiting.map((note) => ({ ...note, trashed_at: null })), ...(stored ?? [])]
        : undefined,
    error: reading.error,
    retry: () => void refetch(),
    restore(id: string) {
      outbox.restore(id);
      toast("Note restored.");
    },
    remove: removing.mutate,
    empty: emptying.mutate,
    emptying: emptying.isPending,
  } satisfies { items: TrashItem[] | undefined } & Record<string, unknown>;
}

const TABLE = "trashed_notes";
