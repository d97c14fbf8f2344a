import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, Eye, Undo2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { messageOf } from "../../lib/errors.ts";
import { formatSize } from "../../lib/file-size.ts";
import { formatDateTime } from "../../lib/format.ts";
import { saveFromUrl } from "../../lib/save-file.ts";
import { IconButton } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { signContent } from "./contents-api.ts";
import { type DriveFile, type FileVersion, TABLE, titleOf } from "./file.ts";
import { fileQuery, versionsQuery } from "./files-queries.ts";
import { PreviewDialog } from "./preview/preview-dialog.tsx";
import { replaceContent } from "./versions-api.ts";

interface VersionsDialogProps {
  userId: string;
  file: DriveFile;
  onClose: () => void;
}

/** Lists the replaced contents of a file, to view, download or restore. */
export function VersionsDialog({ userId, file, onClose }: VersionsDialogProps) {
  const { data: current } = useQuery(fileQuery(userId, file.id));
  const versions = useQuery(versionsQuery(userId, file.id));
  const [seen, setSeen] = useState<FileVersion | null>(null);
  const downloading = useMutation({
    mutationFn: async ({ storage_object_path }: FileVersion) =>
      saveFromUrl(await signContent(storage_object_path, file.name), file.name),
  });
  const restoring = useMutation({
    meta: { changes: [[TABLE]] },
    mutationFn: ({ storage_object_path, size, mimetype, modified_at }: FileVersion) => {
      const content = { storage_object_path, size, mimetype, modified_at };
      const present = (current ?? file).storage_object_path ?? undefined;
      return replaceContent(file.id, content, present);
    },
    onSuccess: (_nothing, version) =>
      void toast(`Restored the version of ${formatDateTime(version.created_at)}.`),
  });
  const failure = restoring.error ?? downloading.error;
  return (
    <Modal title={`Versions of ${titleOf([file])}`} width="lg" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-small text-soft">
          When a file is replaced or edited, its earlier content is kept for 30 days, up to 20
          times. The oldest versions are deleted when the drive needs their space.
        </p>
        {failure && <Notice>{messageOf(failure)}</Notice>}
        {versions.isPending && <SkeletonRows rows={2} />}
        <FailedRead query={versions} />
        {versions.data?.length === 0 && <p>There are no earlier versions of this file.</p>}
        <ul aria-label="Versions">
          {versions.data?.map((version) => (
            <VersionLine
              key={version.id}
              version={version}
              restoring={restoring.isPending}
              onSee={() => setSeen(version)}
              onDownload={() => downloading.mutate(version)}
              onRestore={() => restoring.mutate(version)}
            />
          ))}
        </ul>
      </div>
      {seen && (
        <PreviewDialog
          file={{ ...file, ...seen, id: file.id, updated_at: seen.created_at }}
          files={[]}
          onShow={() => {}}
          onDownload={() => downloading.mutate(seen)}
          onClose={() => setSeen(null)}
        />
      )}
    </Modal>
  );
}

interface VersionLineProps {
  version: FileVersion;
  restoring: boolean;
  onSee: () => void;
  onDownload: () => void;
  onRestore: () => void;
}

function VersionLine({ version, restoring, onSee, onDownload, onRestore }: VersionLineProps) {
  const { size, created_at } = version;
  const time = formatDateTime(created_at);
  return (
    <li className="flex flex-wrap items-center gap-1 border-t py-1">
      <p className="min-w-0 flex-1">
        <time dateTime={created_at}>{time}</time>{" "}
        <span className="whitespace-nowrap text-small text-soft tabular-nums">
          {formatSize(size)}
        </span>
      </p>
      <IconButton label={`Show the version of ${time}`} icon={Eye} title="Show" onClick={onSee} />
      <IconButton
        label={`Download the version of ${time}`}
        icon={Download}
        title="Download"
        onClick={onDownload}
      />
      <IconButton
        label={`Restore the version of ${time}`}
        icon={Undo2}
        title="Restore"
        disabled={restoring}
        onClick={onRestore}
      />
    </li>
  );
}
