import { useQuery } from "@tanstack/react-query";
import { ShieldBan } from "lucide-react";
import { useState } from "react";
import { formatCount, formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { TrashDialog } from "../entries/history/trash-dialog.tsx";
import {
  spamQuery,
  spamSendersQuery,
  suspectedQuery,
  useEmptyTrash,
  usePurgeMessage,
  useRestoreMessages,
} from "./use-trash.ts";

/** The spam folder of the inbox: its button and its dialog. */
export function MessageSpam() {
  const [open, setOpen] = useState(false);
  const { data: suspected = 0 } = useQuery(suspectedQuery);
  return (
    <>
      <Button
        icon={<ShieldBan />}
        className="relative"
        aria-description={suspected > 0 ? `${formatCount(suspected)} suspected` : undefined}
        onClick={() => setOpen(true)}
      >
        Spam
        {suspected > 0 && (
          <span
            aria-hidden="true"
            className="absolute -end-2 -top-2 rounded-full border bg-raised px-1.5 text-small tabular-nums"
          >
            {suspected > 99 ? "99+" : suspected}
          </span>
        )}
      </Button>
      {open && <Spam onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * Spam messages with their reasons, and the senders marked as spam. "Not spam" restores a message,
 * or all messages of a marked sender.
 */
function Spam({ onClose }: { onClose: () => void }) {
  const query = useQuery(spamQuery);
  const restoring = useRestoreMessages();
  const purging = usePurgeMessage();
  const emptying = useEmptyTrash();
  const pending = restoring.isPending || purging.isPending || emptying.isPending;
  const messages = query.data ?? [];
  const until = messages[0]?.trashed_at;
  const notSpam = (id: string) => {
    const message = messages.find((one) => one.id === id);
    if (!message) return;
    restoring.mutate(message.spam_reason ? { ids: [id] } : { sender: message.email });
  };
  return (
    <TrashDialog
      noun="messages"
      texts={TEXTS}
      query={query}
      itemOf={({ id, email, subject, trashed_at, spam_reason }) => ({
        id,
        name: subject,
        detail: `${email} · ${REASONS[spam_reason ?? "sender"]}`,
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

/** All senders marked as spam, including those without remaining messages. */
function Senders({ pending, onRestore }: SendersProps) {
  const query = useQuery(spamSendersQuery);
  const { data: senders } = query;
  if (query.error && !senders) return <FailedRead query={query} />;
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

/** Texts for `spam_reason`. */
const REASONS: Record<string, string> = {
  trap: "Filled in a field that people do not see",
  speed: "Written faster than anyone can type",
  sender: "Sender marked as spam",
};

const TEXTS = {
  title: "Spam",
  note: "Messages that look like spam, and all messages of senders marked as spam, go here instead of the inbox. They are deleted after 30 days.",
  empty: "No spam",
  emptyText:
    "Messages that look like spam go here. “Mark sender as spam” hides all messages of a sender, also later ones.",
  list: "Spam",
  question: "Are you sure you want to delete all messages in Spam? This cannot be undone.",
  restore: "Not spam:",
  since: "Moved",
};
