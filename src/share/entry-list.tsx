import { Download } from "lucide-react";
import { useRef, useState } from "react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { formatSize } from "../lib/file-size.ts";
import { formatDate } from "../lib/format.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { kindOf, kinds } from "../workspace/files/file-kind.ts";
import { hashOfShare } from "./share-address.ts";
import { type LoadThumbnail, useSharedThumbnail } from "./shared-thumbnails.ts";

/** Number of entries shown at first, and added by "Show more". */
const ENTRIES = 200;

interface EntryListProps {
  token: string;
  folder: string | null;
  entries: readonly SharedEntry[];
  loadThumbnail: LoadThumbnail;
  /** Null when the link does not allow downloads. */
  onDownload: ((entry: SharedEntry) => void) | null;
}

/** The files and folders of a shared folder, as links: tiles if any of them has a thumbnail. */
export function EntryList({ token, folder, entries, ...props }: EntryListProps) {
  const [count, setCount] = useState(ENTRIES);
  const look = entries.some(({ hasThumbnail }) => hasThumbnail) ? TILES : ROWS;
  return (
    <>
      <ul className={`m-0 list-none p-0 ${look.list}`}>
        {entries.slice(0, count).map((entry) => {
          const { id, isFolder } = entry;
          const place = isFolder ? { folder: id, file: null } : { folder, file: id };
          const address = hashOfShare({ token, ...place });
          return <Entry key={id} entry={entry} address={address} look={look} {...props} />;
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

const ROWS = {
  list: "border-t",
  item: "flex items-center gap-2 border-b hover:bg-surface",
  link: "flex min-h-14 flex-1 items-center gap-3 py-2 sm:px-2",
  picture: "shrink-0",
  icon: "size-6",
  text: "",
  name: "line-clamp-2",
  download: "",
};

const TILES: typeof ROWS = {
  list: "grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3",
  item: "relative rounded border bg-surface hover:border-line-strong",
  link: "block rounded",
  // The picture keeps its proportions.
  picture: "grid aspect-square place-items-center overflow-hidden rounded-t-[inherit] bg-raised",
  icon: "size-12",
  text: "block py-2 ps-3 pe-11",
  name: "block truncate",
  download: "absolute end-1 bottom-1.5",
};

interface EntryProps extends Pick<EntryListProps, "loadThumbnail" | "onDownload"> {
  entry: SharedEntry;
  address: string;
  look: typeof ROWS;
}

function Entry({ entry, address, look, loadThumbnail, onDownload }: EntryProps) {
  const { name, isFolder, size, updatedAt } = entry;
  const item = useRef<HTMLLIElement>(null);
  const [picture, onBroken] = useSharedThumbnail(loadThumbnail, entry, item);
  const { Icon, name: kind } = kinds[kindOf({ name, is_folder: isFolder, mimetype: entry.type })];
  return (
    <li ref={item} className={`min-w-0 ${look.item}`}>
      <a href={address} className={`min-w-0 text-ink no-underline ${look.link}`}>
        <span className={look.picture}>
          {picture ? (
            <img
              src={picture}
              alt={kind}
              decoding="async"
              onError={onBroken}
              className="size-full min-h-0 object-contain"
            />
          ) : (
            <Icon
              aria-label={kind}
              strokeWidth={1.5}
              className={`${look.icon} ${isFolder ? "fill-accent/15 text-accent" : "text-soft"}`}
            />
          )}
        </span>
        <span className={`min-w-0 ${look.text}`}>
          <span
            dir="auto"
            className={`text-left [overflow-wrap:anywhere] ${look.name}`}
            title={name}
          >
            {name}
          </span>
          <span className="block text-small text-soft tabular-nums">
            {!isFolder && formatSize(size)}
            {!isFolder && look === ROWS && " · "}
            {(isFolder || look === ROWS) && (
              <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
            )}
          </span>
        </span>
      </a>
      {onDownload && !isFolder && (
        <IconButton
          label={`Download: ${name}`}
          icon={Download}
          className={look.download}
          onClick={() => onDownload(entry)}
        />
      )}
    </li>
  );
}
