import { useEffect, useRef, useState } from "react";
import { BackendError, messageOf } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { shownName } from "../../lib/shown-name.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import { nameProblem, splitName, takenText } from "./file-names.ts";
import type { DriveWrites } from "./use-drive-writes.ts";

interface NewFolderModalProps {
  parentId: string | null;
  onCreate: DriveWrites["create"];
  onClose: () => void;
}

export function NewFolderModal({ parentId, onCreate, onClose }: NewFolderModalProps) {
  // A retry uses the same id, so that a lost response does not create a second folder.
  const [id] = useState(newId);
  return (
    <NameModal
      title="Create New Folder"
      label="Folder Name"
      what="Folder"
      submitLabel="Create"
      pendingLabel="Creating..."
      onSubmit={(name) => onCreate({ id, parentId, name: name.trim() })}
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
export function NameModal(props: NameModalProps) {
  const { title, label, what, initial = "", submitLabel, pendingLabel, onSubmit, onClose } = props;
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState("");
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Runs after the dialog has opened and focused its first button.
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
          hint={shownName(name) === name ? undefined : `Shown as “${shownName(name)}”.`}
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
