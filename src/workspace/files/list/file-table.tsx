// biome-ignore-all lint/a11y/useSemanticElements: a table cannot show only the rows in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: the current row has the focus.
import { ArrowDown, ArrowUp } from "lucide-react";
import { type DriveFile, type FoundFile, ROOT_NAME } from "../file.ts";
import { FileRow, LIST_ROW, ROW_GRID } from "./file-row.tsx";
import type { SortColumn, Sorting } from "./sort-files.ts";
import { type FileListOptions, useFileList } from "./use-file-list.ts";
import { useWindowRows } from "./use-window-rows.ts";

interface FileTableProps extends FileListOptions {
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** The files as a sortable table; only the rows in view are rendered. */
export function FileTable(props: FileTableProps) {
  const { files, sorting, onSort } = props;
  const { list, index, onKeyDown, gridAttributes, itemProps } = useFileList(props);
  const { rows, totalHeight, show, page } = useWindowRows(list, files.length, LIST_ROW, index);
  return (
    <div
      role="grid"
      {...gridAttributes}
      aria-rowcount={files.length + 1}
      onKeyDown={(event) => onKeyDown(event, 1, page, show)}
    >
      <div role="row" aria-rowindex={1} className={`${ROW_GRID} min-h-10 border-b text-small`}>
        <div role="columnheader">
          <span className="sr-only">Select</span>
        </div>
        <SortHead column="name" name="Name" sorting={sorting} onSort={onSort} />
        <SortHead column="size" name="Size" sorting={sorting} onSort={onSort} end />
        <SortHead column="updated_at" name="Modified" sorting={sorting} onSort={onSort} wide />
        <div role="columnheader">
          <span className="sr-only">Actions</span>
        </div>
      </div>
      <div ref={list} role="rowgroup" className="relative" style={{ height: totalHeight }}>
        {rows.map((row) => {
          const file: (DriveFile & Partial<FoundFile>) | undefined = files[row.index];
          return (
            file && (
              <FileRow
                key={file.id}
                index={row.index}
                top={row.top}
                location={file.folder_names && [ROOT_NAME, ...file.folder_names].join(" / ")}
                {...itemProps(file)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function SortHead({
  column,
  name,
  sorting,
  onSort,
  end = false,
  wide = false,
}: {
  column: SortColumn;
  name: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  end?: boolean;
  wide?: boolean;
}) {
  const sorted = sorting.column === column;
  const Arrow = sorting.descending ? ArrowDown : ArrowUp;
  const order = sorting.descending ? "descending" : "ascending";
  return (
    <div
      role="columnheader"
      aria-sort={sorted ? order : "none"}
      className={`flex ${end ? "justify-end" : ""} ${wide ? "max-md:hidden" : ""}`}
    >
      <button
        type="button"
        className="flex min-h-10 items-center gap-1 font-semibold text-soft hover:text-ink"
        onClick={() => onSort({ column, descending: sorted && !sorting.descending })}
      >
        {!end && name}
        <Arrow aria-hidden="true" className={`size-3.5 ${sorted ? "" : "invisible"}`} />
        {end && name}
      </button>
    </div>
  );
}
