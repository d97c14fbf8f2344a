import { Download } from "lucide-react";
import { useState } from "react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { formatSize } from "../lib/file-size.ts";
import { formatDate } from "../lib/format.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { kindOf, kinds } from "../workspace/files/file-kind.ts";
import { hashOfShare } from "./share-address.ts";

/** Number of entries shown at first, and added by "Show more". */
const ENTRIES = 200;

interface EntryListProps {
  token: string;
  folder: string | null;
  entries: readonly SharedEntry[];
  /** Null when the link does not allow downloads. */
  onDownload: ((entry: SharedEntry) => void) | null;
}

/** The files and folders of a shared folder, as links. */
export function EntryList({ token, folder, entries, onDownload }: EntryListProps) {
  const [count, setCount] = useState(ENTRIES);
  return (
    <>
      <ul className="m-0 list-none border-t p-0">
        {entries.slice(0, count).map((entry) => {
          const { id, name, isFolder, size, updatedAt } = entry;
          const { Icon, name: kind } =
            kinds[kindOf({ name, is_folder: isFolder, mimetype: entry.type })];
          const place = isFolder ? { folder: id, file: null } : { folder, file: id };
          return (
            <li key={id} className="flex items-center gap-2 border-b hover:bg-surface">
              <a
                href={hashOfShare({ token, ...place })}
                className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 text-ink no-underline sm:px-2"
              >
                <Icon
                  aria-label={kind}
                  strokeWidth={1.5}
                  className={`size-6 shrink-0 ${isFolder ? "fill-accent/15 text-accent" : "text-soft"}`}
                />
                <span className="min-w-0">
                  <span
                    dir="auto"
                    className="line-clamp-2 text-left [overflow-wrap:anywhere]"
                    title={name}
                  >
                    {name}
                  </span>
                  <span className="block text-small text-soft tabular-nums">
                    {!isFolder && `${formatSize(size)} · `}
                    <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
                  </span>
                </span>
              </a>
              {onDownload && !isFolder && (
                <IconButton
                  label={`Download: ${name}`}
                  icon={Download}
                  onClick={() => onDownload(entry)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {entries.length > count && (
        <Button className="justify-self-start" onClick={() => setCount(count + ENTRIES)}>
          Show more
        </Button>
      )}
    </>
  );
}
