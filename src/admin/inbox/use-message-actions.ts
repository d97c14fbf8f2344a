import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { isGone } from "../../lib/errors.ts";
import { useIsMounted } from "../../ui/hooks/use-is-mounted.ts";
import { type Change, isRemoval, type MessageSet } from "./message-set.ts";
import { type Changed, changeMessages } from "./messages-api.ts";
import { applyToCache, CHANGE_KEY } from "./messages-queries.ts";

export type MessageActions = ReturnType<typeof useMessageActions>;

/**
 * Marks and deletes messages. Pending changes are applied on top of the list as read, so that
 * reverting one leaves the message in place and other changes untouched.
 */
export function useMessageActions() {
  const client = useQueryClient();
  const [pending, setPending] = useState<readonly Change[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  // If the owner has left the screen, the failure is shown as a toast.
  const isOpen = useIsMounted();
  const complete = (change: Change) => setPending((all) => all.filter((other) => other !== change));

  const { mutateAsync } = useMutation({
    mutationKey: CHANGE_KEY,
    mutationFn: changeMessages,
    meta: { changes: [["messages"]] },
    // While offline, a change fails and is reverted, instead of waiting and being lost.
    networkMode: "always",
    onMutate: (change) => {
      setFailure(null);
      setPending((all) => [...all, change]);
    },
    onError: (error, change) => {
      complete(change);
      const text = failureOf(change, error);
      if (isOpen.current) setFailure(text);
      else toast.error(text);
    },
    onSuccess: (_count, change) => applyToCache(client, change),
    onSettled: (_count, _error, change) => complete(change),
  });

  return {
    /** Requests in flight, whose changes the screen shows as already applied. */
    pending,
    /** Error message of the last failed change. */
    failure,
    dismissFailure: () => setFailure(null),
    /** Applies a change optimistically and reverts it on failure. Resolves to the result. */
    change: (change: Change): Promise<Changed | "failed" | "gone"> =>
      mutateAsync(change).catch((error) => (isGone(error) ? "gone" : "failed")),
  };
}

function failureOf({ set, to }: Change, error: unknown): string {
  if (isGone(error)) {
    return isSingle(set)
      ? GONE_TEXT
      : "These messages no longer exist. They were deleted in the meantime.";
  }
  if (to === "spam") return "Failed to mark as spam.";
  if (!isRemoval(to)) return "Failed to update message status.";
  return isSingle(set) ? "Failed to delete message." : "Failed to delete messages.";
}

/** Shown when the message was deleted in the meantime. */
export const GONE_TEXT = "This message no longer exists. It was deleted in the meantime.";

const isSingle = (set: MessageSet) => set.kind === "some" && set.ids.length === 1;
