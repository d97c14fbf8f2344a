// biome-ignore-all lint/a11y/useSemanticElements: a table cannot show only the tiles in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: the current tile has the focus.
// biome-ignore-all lint/a11y/useFocusableInteractive: itemAttributes sets its tabIndex.

import { memo, useCallback } from "react";
import { useColumns } from "../../../ui/hooks/use-columns.ts";
import { kindOf, kinds } from "../file-kind.ts";
import { isPictured } from "../thumbnails/thumbnails.ts";
import { useThumbnail } from "../thumbnails/use-thumbnail.ts";
import {
  type FileItemProps,
  FilePicture,
  ItemCheckbox,
  ItemMarks,
  ItemTools,
  itemAttributes,
  OVER_PICTURE,
  sizeOf,
} from "./file-item.tsx";
import { type FileListOptions, useFileList } from "./use-file-list.ts";

/** The files as tiles; only those in view are rendered. */
export function FileGrid(props: FileListOptions) {
  const { files } = props;
  const columns = useTileColumns();
  const filesOf = useCallback(
    (row: number) => files.slice(row * columns, (row + 1) * columns),
    [files, columns],
  );
  // For thousands of rows; slices would take three times as long.
  const isTall = useCallback(
    (row: number) => {
      for (let at = row * columns; at < (row + 1) * columns; at += 1) {
        const file = files[at];
        if (file && isPictured(file)) return true;
      }
      return false;
    },
    [files, columns],
  );
  const rowHeight = useCallback((row: number) => (isTall(row) ? PICTURE_ROW : TILE_ROW), [isTall]);
  const { list, rows, height, gridAttributes, itemProps } = useFileList(props, columns, rowHeight);
  return (
    <div
      ref={list}
      role="grid"
      {...gridAttributes}
      aria-rowcount={Math.ceil(files.length / columns)}
      aria-colcount={columns}
      className="relative"
      style={{ height }}
    >
      {rows.map((row) => (
        <div
          key={row.index}
          role="row"
          aria-rowindex={row.index + 1}
          className="absolute inset-x-0 top-0 grid gap-3"
          style={{
            transform: `translateY(${row.top}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {filesOf(row.index).map((file) => (
            <FileTile key={file.id} {...itemProps(file)} isTall={isTall(row.index)} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Number of tiles per row: 2 to 6, depending on the window's width. */
export const useTileColumns = () => useColumns(2, COLUMN_STEPS);
const COLUMN_STEPS = [40, 72, 88, 104];

/** Heights of a row of tiles without and with pictures, including the gap below it, in rem. */
const TILE_ROW = 8.75;
const PICTURE_ROW = 12.75;

/** A file as a tile: picture or icon, name, size. */
const FileTile = memo(function FileTile(props: FileItemProps & { isTall: boolean }) {
  const { file, selected, isTall } = props;
  const { Icon } = kinds[kindOf(file)];
  const [picture, onBroken] = useThumbnail(file);
  const overPicture = picture ? OVER_PICTURE : "";
  return (
    <div
      role="gridcell"
      {...itemAttributes(props)}
      className={`group/item relative grid min-w-0 cursor-default select-none content-end gap-2 rounded border p-3 pt-11 ${isTall ? "h-48" : "h-32"} ${selected ? "border-accent bg-raised" : "bg-surface hover:border-line-strong"}`}
    >
      {picture && (
        <FilePicture
          src={picture}
          onError={onBroken}
          className="absolute inset-x-0 top-0 h-[9.25rem] w-full rounded-t-[inherit] bg-raised"
        />
      )}
      <div className={`absolute start-3 top-3 ${overPicture}`}>
        <ItemCheckbox {...props} />
      </div>
      <div className={`absolute end-1 top-1 ${overPicture}`}>
        <ItemTools {...props} />
      </div>
      {!picture && (
        <Icon
          strokeWidth={1.25}
          className={`size-9 ${file.is_folder ? "fill-accent/15 text-accent" : "text-soft"}`}
        />
      )}
      <div className="flex min-w-0 items-baseline gap-2">
        <ItemMarks {...props} />
        <p
          dir="auto"
          title={file.name}
          className="min-w-0 flex-1 truncate text-left text-note leading-snug"
        >
          {file.name}
        </p>
        <p className="shrink-0 text-small text-soft tabular-nums">{sizeOf(props)}</p>
      </div>
    </div>
  );
});
