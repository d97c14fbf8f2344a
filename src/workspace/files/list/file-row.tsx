// biome-ignore-all lint/a11y/useSemanticElements: a table cannot show only the rows in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus for its cells.
import { memo } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { formatDate } from "../../../lib/format.ts";
import { kindOf, kinds } from "../file-kind.ts";
import { type FileItemProps, itemAttributes, labelOf } from "./file-item.ts";
import { ItemCheckbox, ItemTools } from "./item-tools.tsx";

/** Height of a row, in rem. */
export const LIST_ROW = 3;

interface FileRowProps extends FileItemProps {
  index: number;
  top: number;
  /** The folder of a search result; undefined in a folder. */
  location: string | undefined;
}

/** A file as a table row. */
export const FileRow = memo(function FileRow({ index, top, location, ...props }: FileRowProps) {
  const { file, selected } = props;
  const { Icon } = kinds[kindOf(file)];
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-label={labelOf(file)}
      {...itemAttributes(props)}
      className={`group/item ${ROW_GRID} absolute inset-x-0 top-0 h-12 cursor-default select-none border-b -outline-offset-2 ${selected ? "bg-raised" : "hover:bg-surface"}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className="grid place-items-center">
        <ItemCheckbox {...props} />
      </div>
      <div role="gridcell" className="flex min-w-0 items-center gap-3">
        <Icon
          aria-hidden="true"
          strokeWidth={1.5}
          className={`size-5 shrink-0 ${file.is_folder ? "fill-accent/15 text-accent" : "text-soft"}`}
        />
        <div className="min-w-0">
          <p dir="auto" title={file.name} className="truncate text-left">
            {file.name}
          </p>
          {location !== undefined && (
            <p dir="auto" title={location} className="truncate text-left text-small text-soft">
              <span className="sr-only">in </span>
              {location}
            </p>
          )}
        </div>
      </div>
      <div role="gridcell" className="text-end text-small text-soft tabular-nums">
        {formatSize(file.size)}
      </div>
      <div role="gridcell" className="text-small text-soft tabular-nums max-md:hidden">
        <time dateTime={file.updated_at}>{formatDate(file.updated_at)}</time>
      </div>
      <div role="gridcell" className="flex justify-end">
        <ItemTools {...props} />
      </div>
    </div>
  );
});

/** Grid columns of the table's rows and header. */
export const ROW_GRID =
  "grid grid-cols-[2.25rem_minmax(0,1fr)_5.5rem_2.75rem] items-center gap-x-2 md:grid-cols-[2.5rem_minmax(0,1fr)_7rem_8rem_7.5rem] md:gap-x-3";
