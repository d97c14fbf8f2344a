import { useQuery } from "@tanstack/react-query";
import { ShieldBan } from "lucide-react";
import { useState } from "react";
import { readErrorOf } from "../../lib/errors.ts";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TrashDialog } from "../entries/history/trash-dialog.tsx";
import {
  spamQuery,
  spamSendersQuery,
  useEmptyTrash,
  usePurgeMessage,
  useRestoreMessages,
} from "./use-trash.ts";

/** The button that opens the spam of the inbox, and the dialog. */
export function MessageSpam() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ShieldBan aria-hidden="true" />} onClick={() => setOpen(true)}>
        Spam
      </Button>
      {open && <Spam onClose={() => setOpen(false)} />}
    </>
  );
}

/** Messages of senders marked as spam, and the senders; "Not spam" returns all of a sender's. */
function Spam({ onClose }: { onClose: () => void }) {
  const query = useQuery(spamQuery);
  const restoring = useRestoreMessages();
  const purging = usePurgeMessage();
  const emptying = useEmptyTrash();
  const pending = restoring.isPending || purging.isPending || emptying.isPending;
  const messages = query.data ?? [];
  const until = messages[0]?.trashed_at;
  const notSpam = (id: string) => {
    const sender = messages.find((message) => message.id === id)?.email;
    if (sender) restoring.mutate({ sender });
  };
  return (
    <TrashDialog
      noun="messages"
      texts={TEXTS}
      query={query}
      itemOf={({ id, email, subject, trashed_at }) => ({
        id,
        name: subject,
        detail: email,
        deletedAt: trashed_at,
      })}
      pending={pending}
      onRestore={notSpam}
      onPurge={purging.mutate}
      onEmpty={() => until !== undefined && emptying.mutate({ until, isSpam: true })}
      onClose={onClose}
    >
      <Senders pending={pending} onRestore={(sender) => restoring.mutate({ sender })} />
    </TrashDialog>
  );
}

interface SendersProps {
  pending: boolean;
  onRestore: (sender: string) => void;
}

/** All senders marked as spam, also those without a message left. */
function Senders({ pending, onRestore }: SendersProps) {
  const { data: senders, error, refetch } = useQuery(spamSendersQuery);
  if (error && !senders) {
    return (
      <Notice action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {readErrorOf(error)}
      </Notice>
    );
  }
  if (!senders?.length) return null;
  return (
    <section aria-labelledby="spam-senders" className="grid gap-2">
      <h3 id="spam-senders" className="text-note font-semibold">
        Senders
      </h3>
      <ul className="rounded border">
        {senders.map(({ email, created_at }) => (
          <li
            key={email}
            className="flex items-center gap-2 border-b py-1 ps-4 pe-2 last:border-b-0"
          >
            <span className="min-w-0 flex-1">
              <bdi className="wrap-anywhere">{email}</bdi>
              <span className="block text-small text-soft">Marked {formatDate(created_at)}</span>
            </span>
            <Button
              look="quiet"
              aria-label={`Not spam: ${email}`}
              disabled={pending}
              onClick={() => onRestore(email)}
            >
              Not spam
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const TEXTS = {
  title: "Spam",
  note: "All messages of the senders below go here instead of the inbox. They are deleted after 30 days.",
  empty: "No spam",
  emptyText: "“Mark sender as spam” hides all messages of a sender, also later ones.",
  list: "Spam",
  question: "Are you sure you want to delete all messages in Spam? This cannot be undone.",
  restore: "Not spam:",
  since: "Moved",
};
