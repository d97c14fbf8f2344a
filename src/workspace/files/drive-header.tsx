import { useQuery } from "@tanstack/react-query";
import {
  ChevronDown,
  ChevronRight,
  FilePlus,
  FolderPlus,
  FolderUp,
  Trash2,
  Upload,
} from "lucide-react";
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { formatSize } from "../../lib/file-size.ts";
import { folderPath } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { useMedia } from "../../ui/hooks/use-media.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { usageQuery } from "./files-queries.ts";
import type { Crumb } from "./folder-tree.ts";
import { Meter, TRACK, usedSpace } from "./storage-meter.tsx";
import { type Picked, pickedFrom } from "./uploads/picked-files.ts";

/** Whether the window is narrower than Tailwind's `sm`: most actions are then in one menu. */
export const useIsPhone = () => !useMedia("(min-width: 40rem)");

interface DriveHeaderProps extends HeadingProps {
  uploading: boolean;
  onNewFolder: () => void;
  onNewText: () => void;
  onPick: (picked: readonly Picked[]) => void;
}

/** The drive's header; on phones, all actions but one are in the toolbar's menu. */
export function DriveHeader(props: DriveHeaderProps) {
  const { uploading, onNewFolder, onNewText, onPick, ...heading } = props;
  return (
    <Header
      {...heading}
      more={
        <>
          <Button icon={<FolderPlus />} onClick={onNewFolder}>
            New Folder
          </Button>
          <Button icon={<FilePlus />} title="New text file" onClick={onNewText}>
            <span className="max-xl:sr-only">New text file</span>
          </Button>
          <Chooser label="Choose a folder" folder onPick={onPick}>
            {(choose) => (
              <Button icon={<FolderUp />} title="Upload Folder" onClick={choose}>
                <span className="max-xl:sr-only">Upload Folder</span>
              </Button>
            )}
          </Chooser>
        </>
      }
      main={
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
      }
    />
  );
}

interface TrashHeaderProps extends HeadingProps {
  empty: boolean;
  emptying: boolean;
  onEmpty: () => void;
}

export function TrashHeader({ empty, emptying, onEmpty, ...heading }: TrashHeaderProps) {
  return (
    <Header
      {...heading}
      main={
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

interface HeadingProps extends BreadcrumbProps {
  userId: string;
}

interface HeaderProps extends HeadingProps {
  main: ReactNode;
  /** Further actions, not shown on phones. */
  more?: ReactNode;
}

function Header({ userId, main, more, ...path }: HeaderProps) {
  const isPhone = useIsPhone();
  return (
    <PageHeader
      heading={
        <>
          <div className="flex min-w-0 items-center gap-2 max-sm:-mt-3">
            <Breadcrumb {...path} />
            {isPhone && <div className="shrink-0">{main}</div>}
          </div>
          <UsageMeter userId={userId} isPhone={isPhone} />
        </>
      }
      actions={
        !isPhone && (
          <>
            {more}
            {main}
          </>
        )
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

/** A hidden file input, and the control that opens its dialog. */
export function Chooser({ label, folder = false, onPick, children }: ChooserProps) {
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
 * last are links and drop targets. On phones it is one line, scrolled to its end.
 */
const Breadcrumb = memo(function Breadcrumb({ crumbs, end }: BreadcrumbProps) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path starts at its end.
  useLayoutEffect(() => {
    if (list.current) list.current.scrollLeft = list.current.scrollWidth;
  }, [crumbs, end]);
  return (
    <nav
      aria-label="Breadcrumb"
      className="-ms-2 min-w-0 flex-1 text-[1.5rem] leading-tight tracking-tight max-sm:text-[1.25rem]"
    >
      <ol
        ref={list}
        className="flex flex-wrap items-center gap-x-0.5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[scrollbar-width:none]"
      >
        {crumbs.map(({ id, name }, index) => {
          const last = index === crumbs.length - 1 && !end;
          return (
            <li key={id ?? "root"} className={CRUMB}>
              {index > 0 && <Arrow />}
              <Link
                to={folderPath(id)}
                dir="auto"
                aria-current={last ? "page" : undefined}
                data-drop-folder={id ?? ""}
                className={`flex min-h-10 max-w-full items-center rounded border border-transparent px-2 no-underline hover:bg-raised max-sm:-outline-offset-2 ${last ? "font-semibold text-ink" : "text-soft hover:text-ink"}`}
              >
                <span className="truncate">{name}</span>
              </Link>
            </li>
          );
        })}
        {end && (
          <li aria-current="page" className={CRUMB}>
            <Arrow />
            <span className="truncate px-2 font-semibold">{end}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}, isSamePath);

/** Each change of any folder makes the path anew. */
function isSamePath(one: BreadcrumbProps, other: BreadcrumbProps): boolean {
  return one.end === other.end && JSON.stringify(one.crumbs) === JSON.stringify(other.crumbs);
}

const CRUMB = "flex min-w-0 max-w-full items-center gap-x-0.5 max-sm:max-w-48 max-sm:shrink-0";

function Arrow() {
  return <ChevronRight className="size-5 shrink-0 text-soft rtl:-scale-x-100" />;
}

/**
 * Shows how much space is used, including trash and running uploads, and the maximum file size. The
 * height is the same before and after the response, so that the files below do not move on a phone.
 */
function UsageMeter({ userId, isPhone }: { userId: string; isPhone: boolean }) {
  const { data, isError } = useQuery(usageQuery(userId));
  const [isOpen, setOpen] = useState(false);
  const unknown = isError ? "The space used is unknown." : EMPTY_LINE;
  const used = data ? usedSpace(data) : unknown;
  const meter = data ? <Meter usage={data} /> : <div className={TRACK} />;
  const limit = (
    <p className="text-small text-soft tabular-nums">
      {data ? `Up to ${formatSize(data.file_limit)} per file` : EMPTY_LINE}
    </p>
  );
  if (isPhone) {
    return (
      <div className="-mt-1 -mb-5">
        <div className="flex items-center gap-3">
          <div className="w-16">{meter}</div>
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex min-h-11 flex-1 items-center justify-between text-start text-small text-soft tabular-nums"
            onClick={() => setOpen(!isOpen)}
          >
            {used}
            <ChevronDown className={`size-4 ${isOpen ? "rotate-180" : ""}`} />
          </button>
        </div>
        {isOpen && limit}
      </div>
    );
  }
  return (
    <div className="grid w-full max-w-72 gap-1.5">
      <p className="text-small text-soft tabular-nums">{used}</p>
      {meter}
      {limit}
    </div>
  );
}

const EMPTY_LINE = "\u00a0";
