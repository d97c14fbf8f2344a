import { messageOf } from "../../../lib/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type DrivePlace, placeKey } from "../drive-place.ts";
import type { useShownFiles } from "../files-queries.ts";
import type { DriveView } from "../use-drive-view.ts";
import { FileGrid } from "./file-grid.tsx";
import { FileTable } from "./file-table.tsx";
import { ListSkeleton, Nothing } from "./list-states.tsx";
import type { Sorting } from "./sort-files.ts";
import type { FileListOptions } from "./use-file-list.ts";

interface FilesShownProps {
  query: ReturnType<typeof useShownFiles>["query"];
  place: DrivePlace;
  /** Whether the folder no longer exists. */
  gone: boolean;
  view: DriveView;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  list: FileListOptions;
}

/** The files of a place, or why none are shown. */
export function FilesShown({ query, place, gone, view, sorting, onSort, list }: FilesShownProps) {
  const key = placeKey(place);
  // Only table rows have space for a search result's folder.
  const asTable = view === "list" || key === "search";
  return (
    <>
      {query.isError && (
        <div className="mb-3">
          <Notice action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
            {messageOf(query.error)}
          </Notice>
        </div>
      )}
      {query.isPending && <ListSkeleton view={asTable ? "list" : "grid"} />}
      {query.data && list.files.length === 0 && <Nothing place={place} gone={gone} />}
      {list.files.length > 0 &&
        (asTable ? (
          <FileTable key={key} {...list} sorting={sorting} onSort={onSort} />
        ) : (
          <FileGrid key={key} {...list} />
        ))}
    </>
  );
}
