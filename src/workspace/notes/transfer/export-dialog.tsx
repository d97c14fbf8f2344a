import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useUser } from "../../../auth/session-context.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import { useWarningBeforeLeaving } from "../../../ui/hooks/use-warning-before-leaving.ts";
import { Modal } from "../../../ui/modal.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { useNotes } from "../use-notes.ts";
import { exportNotes } from "./export-notes.ts";

/** Saves all notes in a zip. Closing the dialog cancels it. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { userId } = useUser();
  const { outbox } = useNotes();
  const [withTrash, setWithTrash] = useState(false);
  const [progress, setProgress] = useState({ done: 0, all: 0 });
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const save = useMutation({
    mutationFn: async () => {
      running.current = new AbortController();
      setProgress({ done: 0, all: 0 });
      await outbox.flush();
      if ((await outbox.countUnsent()) > 0) throw new Error(UNSENT);
      const { signal } = running.current;
      return exportNotes({ userId, withTrash, signal, onProgress: setProgress });
    },
    onSuccess: ({ notes, missing }) => {
      toast.success(notes === 1 ? "1 note exported." : `${formatCount(notes)} notes exported.`);
      if (missing > 0) {
        toast.error(
          `Without ${missing === 1 ? "1 picture" : `${formatCount(missing)} pictures`}, which could not be read.`,
        );
      }
      onClose();
    },
  });
  useWarningBeforeLeaving(save.isPending);
  const failed = save.isError && !running.current.signal.aborted;
  return (
    <Modal title="Export Notes" width="lg" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-soft">
          A zip with a Markdown file and the pictures of each note, including archived notes. Other
          programs can open it, and every Foyer site can import it.
        </p>
        <Checkbox
          checked={withTrash}
          disabled={save.isPending}
          onChange={({ target }) => setWithTrash(target.checked)}
        >
          Include the trash
        </Checkbox>
        {failed && <Notice>The export failed: {messageOf(save.error)}</Notice>}
        {save.isPending && (
          <div className="grid gap-2">
            <ProgressBar label="Exporting notes" value={progress.done} max={progress.all} />
            <p className="text-small text-soft tabular-nums">
              {formatCount(progress.done)} of {formatCount(progress.all)} notes
            </p>
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={save.isPending ? () => running.current.abort() : onClose}>Cancel</Button>
          <Button
            look="primary"
            icon={<Download />}
            pending={save.isPending}
            onClick={() => save.mutate()}
          >
            {save.isPending ? "Exporting..." : "Export"}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

const UNSENT = "Some notes are not saved yet. Try again once they are.";
