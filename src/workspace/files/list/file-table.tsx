// biome-ignore-all lint/a11y/useSemanticElements: a table cannot show only the rows in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: the current row has the focus.
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus for its cells.
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo } from "react";
import { formatDate } from "../../../lib/format.ts";
import { Highlight } from "../../../ui/highlight.tsx";
import { type DriveFile, type FoundFile, ROOT_NAME } from "../file.ts";
import { kindOf, kinds } from "../file-kind.ts";
import { useThumbnail } from "../thumbnails/use-thumbnail.ts";
import {
  type FileItemProps,
  FilePicture,
  ItemCheckbox,
  ItemMarks,
  ItemTools,
  itemAttributes,
  sizeOf,
} from "./file-item.tsx";
import type { SortColumn, Sorting } from "./sort-files.ts";
import { type FileListOptions, useFileList } from "./use-file-list.ts";

interface FileTableProps extends FileListOptions {
  /** The words to mark in names; empty when not searching. */
  search: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** The files as a sortable table; only the rows in view are rendered. */
export function FileTable(props: FileTableProps) {
  const { files, search, sorting, onSort } = props;
  const { list, rows, height, gridAttributes, itemProps } = useFileList(props, 1, rowHeight);
  return (
    <div role="grid" {...gridAttributes} aria-rowcount={files.length + 1}>
      <div role="row" aria-rowindex={1} className={`${ROW_GRID} min-h-10 border-b text-small`}>
        <div role="columnheader">
          <span className="sr-only">Select</span>
        </div>
        <SortHead column="name" name="Name" sorting={sorting} onSort={onSort} />
        <SortHead column="size" name="Size" sorting={sorting} onSort={onSort} end />
        <SortHead column="updated_at" name="Modified" sorting={sorting} onSort={onSort} end wide />
        <div role="columnheader">
          <span className="sr-only">Actions</span>
        </div>
      </div>
      <div ref={list} role="rowgroup" className="relative" style={{ height }}>
        {rows.map((row) => {
          const file: (DriveFile & Partial<FoundFile>) | undefined = files[row.index];
          return (
            file && (
              <FileRow
                key={file.id}
                index={row.index}
                top={row.top}
                search={search}
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

interface SortHeadProps {
  column: SortColumn;
  name: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  end?: boolean;
  wide?: boolean;
}

function SortHead({ column, name, sorting, onSort, end = false, wide = false }: SortHeadProps) {
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
        <Arrow className={`size-3.5 ${sorted ? "" : "invisible"}`} />
        {end && name}
      </button>
    </div>
  );
}

/** Height of a row, in rem. */
const rowHeight = () => 3;

interface FileRowProps extends FileItemProps {
  index: number;
  top: number;
  search: string;
  /** The folder of a search result; undefined in a folder. */
  location: string | undefined;
}

const FileRow = memo(function FileRow({ index, top, search, location, ...props }: FileRowProps) {
  const { file, selected } = props;
  const { Icon } = kinds[kindOf(file)];
  const [amount, unit] = sizeOf(props).split(" ");
  const [picture, onBroken] = useThumbnail(file);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      {...itemAttributes(props)}
      className={`group/item ${ROW_GRID} absolute inset-x-0 top-0 h-12 cursor-default select-none border-b -outline-offset-2 ${selected ? "bg-raised" : "hover:bg-surface"}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className="grid place-items-center">
        <ItemCheckbox {...props} />
      </div>
      <div role="gridcell" className="flex min-w-0 items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center">
          {picture ? (
            <FilePicture src={picture} onError={onBroken} className="size-9 rounded-sm" />
          ) : (
            <Icon
              strokeWidth={1.5}
              className={`size-5 ${file.is_folder ? "fill-accent/15 text-accent" : "text-soft"}`}
            />
          )}
        </span>
        <div className="min-w-0">
          <p dir="auto" title={file.name} className="truncate text-left">
            <Highlight text={file.name} search={search} />
          </p>
          {location !== undefined && (
            <p dir="auto" title={location} className="truncate text-left text-small text-soft">
              <span className="sr-only">in </span>
              {location}
            </p>
          )}
        </div>
        <ItemMarks {...props} />
      </div>
      <div role="gridcell" className="text-end text-small text-soft tabular-nums">
        {amount} <span className="inline-block min-w-9 text-start">{unit}</span>
      </div>
      <div role="gridcell" className="text-end text-small text-soft tabular-nums max-md:hidden">
        <time dateTime={file.updated_at}>{formatDate(file.updated_at)}</time>
      </div>
      <div role="gridcell" className="flex justify-end">
        <ItemTools {...props} />
      </div>
    </div>
  );
});

/** Grid columns of the table's rows and header. */
const ROW_GRID =
  "grid grid-cols-[2.25rem_minmax(0,1fr)_5.5rem_2.75rem] items-center gap-x-2 md:grid-cols-[2.5rem_minmax(0,1fr)_7rem_8rem_7.5rem] md:gap-x-3";
