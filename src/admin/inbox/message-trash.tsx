import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TrashDialog } from "../entries/history/trash-dialog.tsx";
import { trashQuery, useEmptyTrash, usePurgeMessage, useRestoreMessages } from "./use-trash.ts";

/** The trash of the inbox: its button and its dialog. */
export function MessageTrash() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Trash2 />} onClick={() => setOpen(true)}>
        Trash
      </Button>
      {open && <Trash onClose={() => setOpen(false)} />}
    </>
  );
}

/** The deleted messages, to restore or to delete permanently. */
function Trash({ onClose }: { onClose: () => void }) {
  const query = useQuery(trashQuery);
  const restoring = useRestoreMessages();
  const purging = usePurgeMessage();
  const emptying = useEmptyTrash();
  const newest = query.data?.[0]?.trashed_at;
  return (
    <TrashDialog
      noun="messages"
      query={query}
      itemOf={({ id, name, subject, trashed_at }) => ({
        id,
        name: subject,
        detail: name,
        deletedAt: trashed_at,
      })}
      pending={restoring.isPending || purging.isPending || emptying.isPending}
      onRestore={(id) => restoring.mutate({ ids: [id] })}
      onPurge={purging.mutate}
      onEmpty={() => newest !== undefined && emptying.mutate({ until: newest, isSpam: false })}
      onClose={onClose}
    />
  );
}
