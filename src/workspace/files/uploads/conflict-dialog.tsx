import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import type { ConflictChoice, UploadJob } from "./upload-job.ts";

interface ConflictDialogProps {
  job: UploadJob;
  /** Whether there are others the answer could be meant for as well. */
  more: boolean;
  onAnswer: (choice: ConflictChoice, forAll: boolean) => void;
}

/** Asks what to do with a file whose name is taken where it is to go. */
export function ConflictDialog({ job, more, onAnswer }: ConflictDialogProps) {
  const [forAll, setForAll] = useState(false);
  const takenByFolder = job.state.kind === "asking" && job.state.takenByFolder;
  return (
    <Modal title="Name already taken" width="sm" onClose={() => onAnswer("skip", false)}>
      <div className="grid gap-5">
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {takenByFolder ? "There is already a folder" : "There is already a file"} called “
          <strong className="font-semibold">{job.name}</strong>” in this folder.
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
