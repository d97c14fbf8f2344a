import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { messageOf } from "../../lib/errors.ts";
import { withdrawUndo } from "../../ui/undo-toast.ts";
import { emptyTrash, listTrashed, purgeMessage, restoreMessages } from "./messages-api.ts";

/** The messages in the trash, the last deleted first. */
export const trashQuery = queryOptions({
  queryKey: ["messages", "trash"],
  queryFn: listTrashed,
});

/** Messages in the trash: some by id, or all that one deletion trashed. */
export type Trashed = Parameters<typeof restoreMessages>[0];

/** What `offerUndo` knows a deletion by. */
export const subjectOfUndo = (trashed: Trashed): string =>
  "ids" in trashed ? trashed.ids.join() : trashed.trashedAt;

/** Restores messages. They stay in the trash when that fails. */
export function useRestoreMessages() {
  return useMutation({
    mutationFn: restoreMessages,
    meta: { changes: [["messages"]] },
    networkMode: "always",
    onSuccess: (count, trashed) => {
      withdrawUndo(subjectOfUndo(trashed));
      toast.success(count === 1 ? "Message restored." : `${count} messages restored.`);
    },
    onError: (error) => report(`Nothing was restored. ${messageOf(error)}`),
  });
}

export function usePurgeMessage() {
  return useMutation({
    mutationFn: purgeMessage,
    meta: { changes: [trashQuery.queryKey] },
    onSuccess: (_purged, id) => withdrawUndo(id),
    onError: (error) => report(messageOf(error)),
  });
}

export function useEmptyTrash() {
  return useMutation({
    mutationFn: emptyTrash,
    meta: { changes: [trashQuery.queryKey] },
    onSuccess: () => void toast("The trash is empty."),
    onError: (error) => report(messageOf(error)),
  });
}

function report(text: string): void {
  toast.error(text, { duration: 10_000 });
}
