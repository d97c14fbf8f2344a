import { useQuery } from "@tanstack/react-query";
import { ChevronRight, FolderPlus, FolderUp, Trash2, Upload } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { formatSize } from "../../lib/file-size.ts";
import { folderPath } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { usageQuery } from "./files-queries.ts";
import type { Crumb } from "./folder-tree.ts";
import { Meter, TRACK, usedSpace } from "./storage-meter.tsx";
import { type Picked, pickedFrom } from "./uploads/picked-files.ts";

interface DriveHeaderProps {
  uploading: boolean;
  onNewFolder: () => void;
  onPick: (picked: readonly Picked[]) => void;
  /** Shown in place of the title. */
  heading: ReactNode;
}

/** The drive's header with its New Folder and Upload buttons. */
export function DriveHeader({ uploading, onNewFolder, onPick, heading }: DriveHeaderProps) {
  return (
    <PageHeader
      heading={heading}
      actions={
        <>
          <Button icon={<FolderPlus />} onClick={onNewFolder}>
            New Folder
          </Button>
          <Chooser label="Choose a folder" folder onPick={onPick}>
            {(choose) => (
              <Button icon={<FolderUp />} onClick={choose}>
                <span className="max-sm:sr-only">Upload Folder</span>
              </Button>
            )}
          </Chooser>
          <Chooser label="Choose files" onPick={onPick}>
            {(choose) => (
              // Stays enabled while uploading: files can always be added.
              <Button
                look="primary"
                aria-busy={uploading || undefined}
                icon={
                  uploading ? (
                    <span
                      aria-hidden="true"
                      className="spinner size-4 border-current! border-t-transparent!"
                    />
                  ) : (
                    <Upload />
                  )
                }
                onClick={choose}
              >
                {uploading ? "Uploading..." : "Upload File"}
              </Button>
            )}
          </Chooser>
        </>
      }
    />
  );
}

interface TrashHeaderProps {
  empty: boolean;
  emptying: boolean;
  onEmpty: () => void;
  heading: ReactNode;
}

export function TrashHeader({ empty, emptying, onEmpty, heading }: TrashHeaderProps) {
  return (
    <PageHeader
      heading={heading}
      actions={
        <Button
          look="danger"
          icon={<Trash2 />}
          disabled={empty}
          pending={emptying}
          onClick={onEmpty}
        >
          {emptying ? "Emptying..." : "Empty Trash"}
        </Button>
      }
    />
  );
}

interface ChooserProps {
  label: string;
  folder?: boolean;
  onPick: (picked: readonly Picked[]) => void;
  children: (choose: () => void) => ReactNode;
}

function Chooser({ label, folder = false, onPick, children }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {children(() => input.current?.click())}
      <FileInput
        ref={input}
        label={label}
        folder={folder}
        multiple
        onChoose={(files) => onPick(pickedFrom(files))}
      />
    </>
  );
}

interface BreadcrumbProps {
  crumbs: readonly Crumb[];
  end?: string | undefined;
}

/**
 * The path from the root to the current folder, shown in place of the title. All segments but the
 * last are links and drop targets.
 */
export function Breadcrumb({ crumbs, end }: BreadcrumbProps) {
  return (
    <nav
      aria-label="Breadcrumb"
      className="-ms-2 min-w-0 text-[1.5rem] leading-tight tracking-tight"
    >
      <ol className="flex flex-wrap items-center gap-x-0.5">
        {crumbs.map(({ id, name }, index) => {
          const last = index === crumbs.length - 1 && !end;
          return (
            <li key={id ?? "root"} className="flex min-w-0 max-w-full items-center gap-x-0.5">
              {index > 0 && <Arrow />}
              <Link
                to={folderPath(id)}
                dir="auto"
                aria-current={last ? "page" : undefined}
                data-drop-folder={id ?? ""}
                className={`flex min-h-10 max-w-full items-center rounded border border-transparent px-2 no-underline hover:bg-raised ${last ? "font-semibold text-ink" : "text-soft hover:text-ink"}`}
              >
                <span className="truncate">{name}</span>
              </Link>
            </li>
          );
        })}
        {end && (
          <li aria-current="page" className="flex min-w-0 items-center gap-x-0.5">
            <Arrow />
            <span className="truncate px-2 font-semibold">{end}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}

function Arrow() {
  return <ChevronRight className="size-5 shrink-0 text-soft rtl:-scale-x-100" />;
}

/**
 * Shows how much space is used, including trash and running uploads, and the maximum file size. The
 * height is the same before and after the response, so that the files below do not move on a phone.
 */
export function UsageMeter({ userId }: { userId: string }) {
  const { data, isError } = useQuery(usageQuery(userId));
  const unknown = isError ? "The space used is unknown." : EMPTY_LINE;
  return (
    <div className="grid w-full max-w-72 gap-1.5">
      <p className="text-small text-soft tabular-nums">{data ? usedSpace(data) : unknown}</p>
      {data ? <Meter usage={data} /> : <div className={TRACK} />}
      <p className="text-small text-soft tabular-nums">
        {data ? `Up to ${formatSize(data.file_limit)} per file` : EMPTY_LINE}
      </p>
    </div>
  );
}

const EMPTY_LINE = "\u00a0";
