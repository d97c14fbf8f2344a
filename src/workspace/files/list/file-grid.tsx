// biome-ignore-all lint/a11y/useSemanticElements: a table cannot show only the tiles in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: the current tile has the focus.
import { FileTile, TILE_ROW } from "./file-tile.tsx";
import { type FileListOptions, useFileList } from "./use-file-list.ts";
import { useTileColumns } from "./use-tile-columns.ts";
import { useWindowRows } from "./use-window-rows.ts";

/** The files as tiles; only those in view are rendered. */
export function FileGrid(props: FileListOptions) {
  const { files } = props;
  const columns = useTileColumns();
  const { list, index, onKeyDown, gridAttributes, itemProps } = useFileList(props);
  const count = Math.ceil(files.length / columns);
  const { rows, totalHeight, show, page } = useWindowRows(
    list,
    count,
    TILE_ROW,
    Math.floor(index / columns),
  );
  return (
    <div
      ref={list}
      role="grid"
      {...gridAttributes}
      aria-rowcount={count}
      aria-colcount={columns}
      className="relative"
      style={{ height: totalHeight }}
      onKeyDown={(event) => onKeyDown(event, columns, page, (at) => show(Math.floor(at / columns)))}
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
          {files.slice(row.index * columns, (row.index + 1) * columns).map((file) => (
            <FileTile key={file.id} {...itemProps(file)} />
          ))}
        </div>
      ))}
    </div>
  );
}
