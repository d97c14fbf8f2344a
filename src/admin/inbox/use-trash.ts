import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { messageOf } from "../../lib/errors.ts";
import { withdrawUndo } from "../../ui/toasts/undo-toast.ts";
import {
  countSuspected,
  emptyTrash,
  listSpamSenders,
  listTrashed,
  purgeMessage,
  restoreMessages,
  type Trashed,
} from "./messages-api.ts";

/** The messages in the trash, the last deleted first. */
export const trashQuery = queryOptions({
  queryKey: ["messages", "trash"],
  queryFn: () => listTrashed(),
});

/** Messages of spam, the newest first, and all senders of spam. */
export const spamQuery = queryOptions({
  queryKey: ["messages", "trash", "spam"],
  queryFn: () => listTrashed(true),
});

export const suspectedQuery = queryOptions({
  queryKey: ["messages", "trash", "suspected"],
  queryFn: countSuspected,
});

export const spamSendersQuery = queryOptions({
  queryKey: ["messages", "trash", "senders"],
  queryFn: listSpamSenders,
});

/** Subject by which `offerUndo` identifies a deletion. */
export const subjectOfUndo = (trashed: Trashed): string => Object.values(trashed).join();

/** Restores messages; after a failure they stay in the trash. */
export function useRestoreMessages() {
  return useMutation({
    mutationFn: restoreMessages,
    meta: { changes: [["messages"]] },
    networkMode: "always",
    onSuccess: (count, trashed) => {
      withdrawUndo(subjectOfUndo(trashed));
      if (count === 0) toast.success("Messages of this sender reach the inbox again.");
      else toast.success(count === 1 ? "Message restored." : `${count} messages restored.`);
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
    mutationFn: ({ until, isSpam }: { until: string; isSpam: boolean }) =>
      emptyTrash(until, isSpam),
    meta: { changes: [trashQuery.queryKey] },
    onSuccess: (_emptied, { isSpam }) =>
      void toast(isSpam ? "Spam is empty." : "The trash is empty."),
    onError: (error) => report(messageOf(error)),
  });
}

function report(text: string): void {
  toast.error(text, { duration: 10_000 });
}
