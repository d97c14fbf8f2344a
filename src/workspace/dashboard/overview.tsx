import { useLayoutEffect, useMemo, useRef } from "react";
import { useUser } from "../../auth/session-context.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { usePageKeys } from "../../ui/hooks/use-page-keys.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { QuickAdd } from "../notes/quick-add.tsx";
import { newNote } from "../notes/tool.ts";
import { useNotes, useOffline } from "../notes/use-notes.ts";
import { OfflineText } from "../shell/save-state-text.tsx";
import { DueTasks } from "./due-tasks.tsx";
import { LatestFiles, LatestNotion } from "./latest-files.tsx";
import { LatestNotes } from "./latest-notes.tsx";
import { useOverview } from "./overview-queries.ts";
import { Unsent } from "./unsent.tsx";

/** A box for a new note, and what is due, new and unsent in the tools. */
export function Overview() {
  const { userId } = useUser();
  const notes = useNotes();
  const { query, overview, since, isCopy, failed, offline } = useOverview(userId, notes);
  const cannotReach = useOffline(notes) || offline;
  const box = useRef<HTMLTextAreaElement>(null);
  usePageKeys(useMemo(() => [{ ...newNote, run: () => box.current?.focus() }], []));
  // The store adds unsent changes. The copy is not passed on, because My Notes has its own copy.
  useLayoutEffect(() => {
    if (overview && !isCopy) notes.sync.receive(overview.notes);
  }, [overview, isCopy, notes]);
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className={COLUMN}>
        <div className="group grid gap-1 max-md:-mb-2 md:gap-2">
          <QuickAdd notes={notes} field={box} onAdd={NOTHING} />
          <div className="flex min-h-5 flex-wrap items-center gap-x-5 gap-y-1">
            <Unsent userId={userId} notes={notes} />
            {cannotReach && <OfflineText />}
          </div>
        </div>
        {failed && <FailedRead query={query} what="The overview" />}
        {overview ? (
          <>
            <DueTasks tasks={overview.tasks} userId={userId} />
            <LatestNotes notes={notes} listed={overview.notes} since={since} isCopy={isCopy} />
          </>
        ) : (
          !failed && <SkeletonRows rows={8} />
        )}
      </div>
      {overview && (
        <div className={COLUMN}>
          <LatestFiles files={overview.files} usage={overview.usage} />
          <LatestNotion notes={overview.notion} />
        </div>
      )}
    </div>
  );
}

const NOTHING = () => {};

const COLUMN = "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 md:gap-8";
