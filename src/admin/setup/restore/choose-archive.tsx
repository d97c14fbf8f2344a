import { FolderOpen } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

interface ChooseArchiveProps {
  problem: string;
  /** A file that can be tried again. */
  retry: File | null;
  onChoose: (file: File) => void;
}

export function ChooseArchive({ problem, retry, onChoose }: ChooseArchiveProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-center gap-3 rounded border border-line-strong border-dashed p-6">
        <Button
          look="primary"
          autoFocus
          icon={<FolderOpen aria-hidden="true" />}
          onClick={() => chooser.current?.click()}
        >
          Choose an archive
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="Archive"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onChoose(file);
            target.value = "";
          }}
        />
        <p className="text-center text-small text-soft">
          or drop it here. It is a file from <code>npm run backup</code> or from Download archive
          under Backups.
        </p>
      </div>
      {problem && (
        <Notice action={retry && <Button onClick={() => onChoose(retry)}>Try again</Button>}>
          {problem}
        </Notice>
      )}
    </div>
  );
}
