import { Suspense, useEffect } from "react";
import { Link } from "react-router";
import { formatCount } from "../../../lib/format.ts";
import { folderPath } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyPanel } from "../../../ui/empty-panel.tsx";
import { FailedRead } from "../../../ui/failed-read.tsx";
import { lazyComponent } from "../../../ui/lazy-component.ts";
import { SkeletonRows, Skeletons } from "../../../ui/skeleton.tsx";
import { type DrivePlace, placeKey } from "../drive-place.ts";
import { MOST_FOUND } from "../files-api.ts";
import type { useShownFiles } from "../files-queries.ts";
import { FileGrid, useTileColumns } from "./file-grid.tsx";
import type { DriveView, Sorting } from "./sort-files.ts";
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
  // In the grid, the table's code is loaded after the files.
  const isWanted = asTable || query.data !== undefined;
  useEffect(() => void (isWanted && table.preload()), [isWanted]);
  return (
    <>
      <div className="mb-3 empty:hidden">
        <FailedRead query={query} />
      </div>
      {query.isPending && <ListSkeleton view={asTable ? "list" : "grid"} />}
      {key === "search" && list.files.length > 0 && (
        <p role="status" className="mb-2 text-small text-soft tabular-nums">
          {list.files.length < MOST_FOUND ? "" : "The first "}
          {list.files.length === 1 ? "1 item" : `${formatCount(list.files.length)} items`} found
        </p>
      )}
      {query.data && list.files.length === 0 && <Nothing place={place} gone={gone} />}
      {list.files.length > 0 &&
        (asTable ? (
          <Suspense fallback={<ListSkeleton view="list" />}>
            <table.Component
              key={key}
              {...list}
              search={key === "search" ? place.words : ""}
              sorting={sorting}
              onSort={onSort}
            />
          </Suspense>
        ) : (
          <FileGrid key={key} {...list} />
        ))}
    </>
  );
}

const table = lazyComponent(async () => (await import("./file-table.tsx")).FileTable);

/** The empty state of a place. */
function Nothing({ place, gone }: { place: DrivePlace; gone: boolean }) {
  const empty = EMPTY[placeKey(place)];
  if (empty || !gone) return <EmptyPanel {...(empty ?? EMPTY_FOLDER)} />;
  return (
    <EmptyPanel
      title="This folder no longer exists"
      text="It was moved to the trash or deleted."
      action={
        <Link to={folderPath(null)} className={buttonClass()}>
          Go to My Drive
        </Link>
      }
    />
  );
}

/** Texts of empty views other than folders, by key. */
const EMPTY: Record<string, { title: string; text: string }> = {
  trash: { title: "The trash is empty", text: "Files you move here can be restored." },
  search: { title: "No files found", text: "Try other words of the name." },
  starred: { title: "Nothing is starred", text: "Star files and folders in their menu." },
  recent: { title: "No recent files", text: "Files you add or change appear here." },
};

const EMPTY_FOLDER = {
  title: "This folder is empty",
  text: "Drop files here, or use the buttons to upload.",
};

/** Placeholder while the list is loading. */
function ListSkeleton({ view }: { view: "grid" | "list" }) {
  const columns = useTileColumns();
  if (view === "list") return <SkeletonRows rows={8} height="h-10" />;
  return (
    <Skeletons
      className="grid gap-3"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      looks={Array<string>(columns * 2).fill("h-32")}
    />
  );
}
