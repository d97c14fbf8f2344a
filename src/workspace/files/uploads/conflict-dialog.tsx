import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import type { ConflictChoice, UploadJob } from "./upload-job.ts";

interface ConflictDialogProps {
  job: UploadJob;
  /** Whether other files could use the same answer. */
  more: boolean;
  onAnswer: (choice: ConflictChoice, forAll: boolean) => void;
}

/** Asks what to do with a file whose name is taken in its target folder. */
export function ConflictDialog({ job, more, onAnswer }: ConflictDialogProps) {
  const [forAll, setForAll] = useState(false);
  const takenByFolder = job.state.kind === "asking" && job.state.takenByFolder;
  return (
    <Modal title="Name already taken" width="sm" onClose={() => onAnswer("skip", false)}>
      <div className="grid gap-5">
        <p dir="auto" className="[overflow-wrap:anywhere]">
          “<strong className="font-semibold">{job.name}</strong>” already exists in this folder
          {takenByFolder && " and is a folder"}.
        </p>
        {more && (
          <label className="flex min-h-10 items-center gap-3">
            <input
              type="checkbox"
              className="size-[1.125rem] accent-(--color-accent)"
              checked={forAll}
              onChange={({ target }) => setForAll(target.checked)}
            />
            Do the same for all
          </label>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onAnswer("skip", forAll)}>Skip</Button>
          {!takenByFolder && <Button onClick={() => onAnswer("replace", forAll)}>Replace</Button>}
          <Button look="primary" onClick={() => onAnswer("both", forAll)}>
            Keep both
          </Button>
        </div>
      </div>
    </Modal>
  );
}
