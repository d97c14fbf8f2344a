import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { isGone } from "../../lib/errors.ts";
import { useIsMounted } from "../../ui/use-is-mounted.ts";
import { type Change, holds, type MessageSet, withChanges } from "./message-set.ts";
import { type Message, saveChange } from "./messages-api.ts";
import { type MessagePage, messageQuery } from "./messages-queries.ts";

export interface MessageActions {
  /** Changes on their way, which the screen shows as if they were made already. */
  pending: readonly Change[];
  /** What went wrong with the last one. */
  failure: string | null;
  dismissFailure: () => void;
  /** Makes a change, at once on the screen; taken back there when it fails. Says how many it met. */
  change: (change: Change) => Promise<number | "failed" | "gone">;
}

/**
 * Marking and deleting. Changes under way are laid over what was read, so that taking one back
 * leaves the message at its place and other changes alone.
 */
export function useMessageActions(): MessageActions {
  const client = useQueryClient();
  const [pending, setPending] = useState<readonly Change[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  // Whoever has gone on to another screen is told there.
  const isOpen = useIsMounted();
  const settle = (change: Change) => setPending((all) => all.filter((other) => other !== change));

  const { mutateAsync } = useMutation({
    mutationFn: saveChange,
    meta: { changes: [["messages"]] },
    // Without a network it fails and is taken back, rather than being forgotten with the tab.
    networkMode: "always",
    onMutate: (change) => {
      setFailure(null);
      setPending((all) => [...all, change]);
    },
    onError: (error, change) => {
      settle(change);
      const text = failureOf(change, error);
      if (isOpen.current) setFailure(text);
      else toast.error(text);
    },
    onSuccess: (_count, change) => keepChange(client, change),
    onSettled: (_count, _error, change) => settle(change),
  });

  return {
    pending,
    failure,
    dismissFailure: () => setFailure(null),
    change: (change) => mutateAsync(change).catch((error) => (isGone(error) ? "gone" : "failed")),
  };
}

function failureOf({ set, to }: Change, error: unknown): string {
  if (isGone(error)) {
    return one(set)
      ? GONE_TEXT
      : "These messages are no longer there. They were deleted elsewhere.";
  }
  if (to !== "deleted") return "Failed to update message status.";
  return one(set) ? "Failed to delete message." : "Failed to delete messages.";
}

/** Said of a message that somebody else deleted. */
export const GONE_TEXT = "This message is no longer there. It was deleted elsewhere.";

const one = (set: MessageSet) => set.kind === "some" && set.ids.length === 1;

/** Writes a change that was made into what was read, in case reading it again fails. */
function keepChange(client: QueryClient, change: Change): void {
  const lists = client.getQueriesData<InfiniteData<MessagePage>>({
    queryKey: ["messages", "inbox", "list"],
  });
  for (const [key, data] of lists) {
    if (!data) continue;
    const search = String(key[3]);
    const pages = data.pages.map((page) => ({
      ...page,
      messages: [...withChanges(page.messages, [change], search)],
    }));
    client.setQueryData(key, { ...data, pages });
  }
  const opened = client.getQueriesData<Message | null>({ queryKey: ["messages", "inbox", "one"] });
  for (const [, message] of opened) {
    if (!message || !holds(change.set, message, "")) continue;
    const [changed = null] = withChanges([message], [change], "");
    client.setQueryData(messageQuery(message.id).queryKey, changed);
  }
}
