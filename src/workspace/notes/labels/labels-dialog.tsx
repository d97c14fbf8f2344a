import { useMutation } from "@tanstack/react-query";
import { Check, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { useUser } from "../../../auth/session-context.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { IconButton } from "../../../ui/button.tsx";
import { CONTROL } from "../../../ui/field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { renameLabel } from "../notes-api.ts";
import { TRASH_TABLE } from "../tool.ts";
import { useArchive, useNoteList, useNotes } from "../use-notes.ts";
import { countLabels, LABEL_MAX_LENGTH, labelFor } from "./labels.ts";

interface LabelsDialogProps {
  /** Called with an empty name for a label that was removed; also once the dialog is closed. */
  onRenamed: (label: string, name: string) => void;
  onClose: () => void;
}

/** Renames, merges and removes labels in all notes, archived and trashed ones too. */
export function LabelsDialog({ onRenamed, onClose }: LabelsDialogProps) {
  const notes = useNotes();
  const { list } = useNoteList(notes, false);
  const archive = useArchive(notes, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes with these lists.
  const counts = useMemo(() => countLabels(notes.store), [notes, list, archive]);
  const renaming = useRenameLabel(onRenamed);

  function rename(label: string, text: string) {
    const name = labelFor(
      text,
      [...counts.keys()].filter((other) => other !== label),
    );
    if (name === label) return;
    if (name === "" && !askToConfirm(`Remove the label "${label}" from all notes?`)) return;
    if (counts.has(name) && !askToConfirm(`Merge "${label}" into "${name}" in all notes?`)) return;
    renaming.mutate({ label, name });
  }

  return (
    <Modal title="Edit labels" width="sm" onClose={onClose}>
      {counts.size === 0 ? (
        <p className="m-0 text-soft">No labels yet. Open a note to add one.</p>
      ) : (
        <ul className="m-0 grid list-none gap-2 p-0">
          {[...counts].map(([label, count]) => (
            <LabelRow
              key={label}
              label={label}
              count={count}
              pending={renaming.isPending}
              onRename={(name) => rename(label, name)}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}

interface LabelRowProps {
  label: string;
  /** Number of notes with the label. */
  count: number;
  pending: boolean;
  /** Called with an empty name to remove the label. */
  onRename: (name: string) => void;
}

function LabelRow({ label, count, pending, onRename }: LabelRowProps) {
  const [name, setName] = useState(label);
  const isChanged = name.trim() !== "" && name.trim() !== label;
  return (
    <li>
      <form
        className="flex items-center gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) onRename(name);
        }}
      >
        <input
          aria-label={`Name of ${label}`}
          dir="auto"
          autoComplete="off"
          maxLength={LABEL_MAX_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
          className={`${CONTROL} h-10 px-3`}
        />
        <span className="w-14 shrink-0 text-end text-small text-soft tabular-nums">
          {formatCount(count)}
          <span className="sr-only">{count === 1 ? " note" : " notes"}</span>
        </span>
        <IconButton
          type="submit"
          label={`Rename ${label}`}
          icon={Check}
          disabled={!isChanged || pending}
        />
        <IconButton
          label={`Remove ${label}`}
          icon={Trash2}
          disabled={pending}
          onClick={() => onRename("")}
        />
      </form>
    </li>
  );
}

/** Renames a label in the backend, after unsaved changes that may add it. */
function useRenameLabel(onRenamed: (label: string, name: string) => void) {
  const { userId } = useUser();
  const { outbox, sync } = useNotes();
  return useMutation({
    mutationFn: async ({ label, name }: { label: string; name: string }) => {
      await outbox.flush();
      const count = await renameLabel(userId, label, name);
      await sync.sync();
      return count;
    },
    // The notes themselves have been read.
    meta: { changes: [[TRASH_TABLE]] },
    onSuccess: (count, { label, name }) => {
      onRenamed(label, name);
      toast(
        `Label ${name === "" ? "removed from" : "renamed in"} ${count === 1 ? "1 note" : `${formatCount(count)} notes`}.`,
      );
    },
    onError: (error) => void toast.error(messageOf(error)),
  });
}
