// biome-ignore-all lint/a11y/useSemanticElements: a table cannot show only the tiles in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: itemAttributes sets its tabIndex.
import { memo } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { kindOf, kinds } from "../file-kind.ts";
import { type FileItemProps, itemAttributes, labelOf } from "./file-item.ts";
import { ItemCheckbox, ItemTools } from "./item-tools.tsx";

/** Height of a tile row including the gap below it, in rem. */
export const TILE_ROW = 10.75;

/** A file as a tile: icon, name, size. */
export const FileTile = memo(function FileTile(props: FileItemProps) {
  const { file, selected } = props;
  const { Icon } = kinds[kindOf(file)];
  return (
    <div
      role="gridcell"
      aria-label={labelOf(file)}
      {...itemAttributes(props)}
      className={`group/item relative grid h-40 min-w-0 cursor-default select-none content-end gap-1 rounded border p-3 pt-11 ${selected ? "border-accent bg-raised" : "bg-surface hover:border-line-strong"}`}
    >
      <div className="absolute start-3 top-3">
        <ItemCheckbox {...props} />
      </div>
      <div className="absolute end-1 top-1">
        <ItemTools {...props} />
      </div>
      <Icon
        aria-hidden="true"
        strokeWidth={1.25}
        className={`size-9 ${file.is_folder ? "fill-accent/15 text-accent" : "text-soft"}`}
      />
      <p
        dir="auto"
        title={file.name}
        className="line-clamp-2 text-left h-[2.75rem] text-note leading-snug [overflow-wrap:anywhere]"
      >
        {file.name}
      </p>
      <p className="text-small text-soft tabular-nums">{formatSize(file.size)}</p>
    </div>
  );
});
