import { useEffect, useRef, useState } from "react";
import { BackendError, messageOf } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { DriveFile } from "./file.ts";
import { nameProblem, splitName, takenText } from "./file-names.ts";
import { MoveDialog } from "./move-dialog.tsx";
import type { DriveWrites } from "./use-drive-writes.ts";

export type OpenDialog =
  | { kind: "folder" }
  | { kind: "rename"; file: DriveFile }
  | { kind: "move"; files: readonly DriveFile[] };

interface DriveDialogsProps {
  dialog: OpenDialog;
  userId: string;
  folderId: string | null;
  writes: DriveWrites;
  onClose: () => void;
}

export function DriveDialogs({ dialog, userId, folderId, writes, onClose }: DriveDialogsProps) {
  // The same for every attempt, so that a lost response does not create a second folder.
  const [id] = useState(newId);
  if (dialog.kind === "move") {
    return (
      <MoveDialog
        userId={userId}
        files={dialog.files}
        onMove={(target) => writes.moveTo(dialog.files, target)}
        onClose={onClose}
      />
    );
  }
  if (dialog.kind === "rename") {
    const { file } = dialog;
    return (
      <NameModal
        title="Rename"
        label={file.is_folder ? "Folder Name" : "File Name"}
        what={file.is_folder ? "Folder" : "File"}
        initial={file.name}
        submitLabel="Rename"
        pendingLabel="Renaming..."
        onSubmit={(name) => writes.rename({ id: file.id, name })}
        onClose={onClose}
      />
    );
  }
  return (
    <NameModal
      title="Create New Folder"
      label="Folder Name"
      what="Folder"
      submitLabel="Create"
      pendingLabel="Creating..."
      onSubmit={(name) => writes.create({ id, parentId: folderId, name: name.trim() })}
      onClose={onClose}
    />
  );
}

interface NameModalProps {
  title: string;
  label: string;
  what: "Folder" | "File";
  initial?: string;
  submitLabel: string;
  pendingLabel: string;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name; closes once it is saved, otherwise shows the error. */
function NameModal(props: NameModalProps) {
  const { title, label, what, initial = "", submitLabel, pendingLabel, onSubmit, onClose } = props;
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState("");
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Runs after the dialog has opened, which focuses its first button.
  useEffect(() => {
    const input = field.current;
    input?.focus();
    // Typing replaces the stem and keeps the extension.
    input?.setSelectionRange(0, splitName(input.value).stem.length);
  }, []);

  async function submit() {
    const wrong = nameProblem(name, what);
    setProblem(wrong);
    setFailure("");
    if (wrong || pending) return;
    if (name === initial) return onClose();
    setPending(true);
    try {
      await onSubmit(name);
      onClose();
    } catch (error) {
      const taken = error instanceof BackendError && error.code === "23505";
      setFailure(taken ? takenText(name.trim()) : messageOf(error));
      setPending(false);
    }
  }

  return (
    <Modal title={title} width="sm" onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          ref={field}
          label={label}
          dir="auto"
          required
          autoComplete="off"
          spellCheck={false}
          value={name}
          error={problem}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(undefined);
          }}
        />
        {failure && <Notice>{failure}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" pending={pending}>
            {pending ? pendingLabel : submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
