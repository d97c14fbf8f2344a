import { Link } from "react-router";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyPanel } from "../../../ui/empty-panel.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { type DrivePlace, folderPath } from "../drive-place.ts";
import { useTileColumns } from "./use-tile-columns.ts";

/** The empty state of a place. */
export function Nothing({ place, gone }: { place: DrivePlace; gone: boolean }) {
  if (place.trash) {
    return <EmptyPanel title="The trash is empty" text="What you move here can be restored." />;
  }
  if (place.words.trim()) {
    return <EmptyPanel title="No files found" text="Try other words of the name." />;
  }
  if (gone) {
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
  return (
    <EmptyPanel
      title="This folder is empty"
      text="Drop files here, or use the buttons to upload."
    />
  );
}

/** Placeholder while the list is loading. */
export function ListSkeleton({ view }: { view: "grid" | "list" }) {
  const columns = useTileColumns();
  if (view === "list") return <SkeletonRows rows={8} height="h-10" />;
  return (
    <div
      role="status"
      className="grid gap-3"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      <span className="sr-only">Loading...</span>
      {Array.from({ length: columns * 2 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tiles are all alike and never move.
        <div key={index} aria-hidden="true" className="skeleton h-40" />
      ))}
    </div>
  );
}
