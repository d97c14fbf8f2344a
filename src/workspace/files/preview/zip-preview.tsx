import { useState } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { readZipDirectory, type ZipEntry } from "../../../lib/files/zip-directory.ts";
import { formatCount } from "../../../lib/format.ts";
import { shownName } from "../../../lib/shown-name.ts";
import { useContentSource } from "./content-source.ts";
import { type ContentProps, Loaded } from "./loaded.tsx";
import { MoreButton } from "./more-button.tsx";

/** Number of entries shown at first, and added by "Show more". */
const ENTRIES = 500;

/** Lists the names and sizes of the files in a zip. */
export function ZipPreview({ file, path }: ContentProps) {
  const source = useContentSource();
  const load = (signal: AbortSignal) =>
    readZipDirectory(file.size ?? 0, async (from, to) => {
      const part = await source.fetch(file, path, signal, [from, to - 1]);
      return new Uint8Array(await part.arrayBuffer());
    });
  return (
    <Loaded what="zip" path={path} load={load}>
      {(entries) => <Entries entries={entries} />}
    </Loaded>
  );
}

function Entries({ entries }: { entries: readonly ZipEntry[] }) {
  const [count, setCount] = useState(ENTRIES);
  const files = entries.filter(({ isFolder }) => !isFolder);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <div className="mx-auto size-full max-w-3xl p-5">
      <p className="mb-3 text-small text-soft tabular-nums">
        {files.length === 1 ? "1 file" : `${formatCount(files.length)} files`}, {formatSize(total)}{" "}
        when unpacked
      </p>
      <ul className="m-0 list-none p-0">
        {entries.slice(0, count).map(({ name, size, isFolder }, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a zip may have a name twice.
            key={place}
            className="flex gap-4 border-line border-b py-1.5 text-note"
          >
            <span dir="auto" className="min-w-0 flex-1 text-start [overflow-wrap:anywhere]">
              {shownName(name)}
            </span>
            {!isFolder && (
              <span className="text-small text-soft tabular-nums">{formatSize(size)}</span>
            )}
          </li>
        ))}
      </ul>
      {entries.length > count && (
        <p className="my-4">
          <MoreButton onClick={() => setCount(count + ENTRIES)}>Show more</MoreButton>
        </p>
      )}
    </div>
  );
}
