import { ChevronRight } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { SHARED_ENTRIES } from "../../shared/limits.ts";
import type { OpenedShare, SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { messageOf } from "../lib/errors.ts";
import { formatSize } from "../lib/file-size.ts";
import { formatCount, formatDate } from "../lib/format.ts";
import { saveFromUrl } from "../lib/save-file.ts";
import { Button } from "../ui/button.tsx";
import { EmptyPanel } from "../ui/empty-panel.tsx";
import { recoverFocus } from "../ui/focus-recovery.ts";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { DownloadAll } from "./download-all.tsx";
import { EntryList } from "./entry-list.tsx";
import { hashOfShare, useShareAddress } from "./share-address.ts";
import { ShareRefused, signShared } from "./share-api.ts";
import { ShareNote } from "./share-note.tsx";
import { createThumbnails } from "./shared-thumbnails.ts";
import { createTree } from "./shared-tree.ts";

// Loaded on the first preview.
const Viewer = lazy(async () => ({ default: (await import("./viewer.tsx")).Viewer }));
const SingleFile = lazy(async () => ({ default: (await import("./viewer.tsx")).SingleFile }));

interface SharedFilesProps {
  token: string;
  share: OpenedShare;
  /** Called when the link turns out to be invalid. */
  onLost: () => void;
}

/** A shared file with its preview, or a shared folder to navigate. */
export function SharedFiles({ token, share, onLost }: SharedFilesProps) {
  const address = useShareAddress();
  const [failure, setFailure] = useState("");
  const tree = useMemo(() => createTree(share), [share]);
  const key = useMemo(() => ({ token, pass: share.pass }), [token, share.pass]);
  const loadThumbnail = useMemo(() => createThumbnails(key), [key]);
  const fail = (error: unknown) => {
    if (error instanceof ShareRefused) onLost();
    else setFailure(messageOf(error));
  };
  const download = share.allowsDownload
    ? ({ id, name }: SharedEntry) => {
        setFailure("");
        signShared(key, id, name).then((url) => saveFromUrl(url, name), fail);
      }
    : null;
  if (!tree) return null;
  const { root } = tree;
  const problem = failure && <Notice>{failure}</Notice>;
  const until = `Available until ${formatDate(share.expiresAt)}`;

  if (!root.isFolder) {
    return (
      <>
        <Heading
          name={share.title || root.name}
          about={`${share.title && `${root.name} · `}${formatSize(root.size)} · ${until}`}
          note={share.note}
        >
          {download && (
            <Button look="primary" onClick={() => download(root)}>
              Download
            </Button>
          )}
        </Heading>
        {problem}
        <Suspense
          fallback={
            <div className="grid h-[70dvh] place-items-center rounded border bg-surface">
              <Spinner />
            </div>
          }
        >
          <SingleFile
            share={key}
            entry={root}
            loadThumbnail={loadThumbnail}
            onDownload={download}
          />
        </Suspense>
      </>
    );
  }

  const path = tree.pathTo(address.folder ?? root.id) ?? [root];
  const folder = path.at(-1) ?? root;
  const entries = tree.childrenOf(folder.id);
  const files = entries.filter(({ isFolder }) => !isFolder);
  const shown = files.find(({ id }) => id === address.file);
  const show = (file: string | null) => {
    location.hash = hashOfShare({ token, folder: address.folder, file });
  };
  const isCut = share.entries.length >= SHARED_ENTRIES;
  return (
    <>
      <Heading
        name={(folder === root && share.title) || folder.name}
        about={`${countOf(entries)} · ${until}`}
        note={folder === root ? share.note : ""}
      >
        {download && <DownloadAll share={key} entries={tree.within(folder)} onFail={fail} />}
      </Heading>
      {path.length > 1 && <Trail token={token} path={path} />}
      {problem}
      {isCut && (
        <Notice kind="info">
          Only the first {formatCount(SHARED_ENTRIES)} files and folders are shown.
        </Notice>
      )}
      {entries.length === 0 ? (
        <EmptyPanel title="This folder is empty" text="Nothing has been put here yet." />
      ) : (
        <EntryList
          key={folder.id}
          token={token}
          folder={address.folder}
          entries={entries}
          loadThumbnail={loadThumbnail}
          onDownload={download}
        />
      )}
      {shown && (
        <Suspense fallback={null}>
          <Viewer
            share={key}
            entry={shown}
            files={files}
            loadThumbnail={loadThumbnail}
            onShow={show}
            onDownload={download}
            onClose={() => show(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface HeadingProps {
  name: string;
  about: string;
  note: string;
  children: ReactNode;
}

function Heading({ name, about, note, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The clicked link to another folder has been unmounted, so the focus is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every name.
  useEffect(() => {
    recoverFocus(() => heading.current);
  }, [name]);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 basis-64 grow">
        <h1
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className="text-start text-title leading-tight tracking-tight outline-none! [overflow-wrap:anywhere]"
        >
          {name}
        </h1>
        <p className="mt-1 text-note text-soft tabular-nums [overflow-wrap:anywhere]">{about}</p>
        <div className="mt-3 empty:hidden">
          <ShareNote note={note} />
        </div>
      </div>
      {children}
    </div>
  );
}

function countOf(entries: readonly SharedEntry[]): string {
  return entries.length === 1 ? "1 item" : `${formatCount(entries.length)} items`;
}

/** The path from the shared folder to the open one. */
function Trail({ token, path }: { token: string; path: readonly SharedEntry[] }) {
  return (
    <nav aria-label="Folders" className="-mt-3">
      <ol className="m-0 flex list-none flex-wrap items-center gap-x-1 p-0">
        {path.map(({ id, name, parent }, index) => {
          const isLast = index === path.length - 1;
          return (
            <li key={id} className="flex min-w-0 max-w-full items-center gap-x-1">
              {index > 0 && <ChevronRight className="size-4 shrink-0 text-soft rtl:-scale-x-100" />}
              <a
                href={hashOfShare({ token, folder: parent === null ? null : id, file: null })}
                dir="auto"
                aria-current={isLast ? "page" : undefined}
                className={`flex min-h-10 max-w-full items-center no-underline hover:text-accent ${isLast ? "text-ink" : "text-soft"}`}
              >
                <span className="truncate">{name}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
