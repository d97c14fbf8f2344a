import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { formatMoment } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { PageHeader } from "../shell/page-header.tsx";
import { ConnectionFailed } from "./connection-failed.tsx";
import { NoteCard } from "./note-card.tsx";
import { NotionError, type SyncedNotes } from "./notion-api.ts";
import { notionNotesQuery } from "./notion-queries.ts";

/** Read-only view of the connected Notion database, with links to Notion. */
export function NotionPage() {
  const { data, error, isFetching, refetch } = useQuery(notionNotesQuery);
  const [cached, setCached] = useState<SyncedNotes | null>(null);
  // The next attempt resets the error, but not the notes that came with it.
  if (error instanceof NotionError && error.cached && error.cached !== cached) {
    setCached(error.cached);
  }
  const shown = newest(data, cached);

  return (
    <>
      <PageHeader
        text={
          shown
            ? `Synced from Notion at ${formatMoment(shown.syncedAt)}`
            : !error && "Connecting to Notion..."
        }
        actions={
          <Button
            icon={<RefreshCw aria-hidden="true" />}
            pending={isFetching}
            onClick={() => void refetch()}
          >
            Refresh Notes
          </Button>
        }
      />
      <div className="grid gap-6">
        {error && <ConnectionFailed error={error} cachedAt={shown?.syncedAt} />}
        {shown?.notes.length === 0 && (
          <EmptyPanel
            title="No Notes Found"
            text="Your connected Notion database is empty or could not be read."
          />
        )}
        {shown && shown.notes.length > 0 && (
          <ul aria-label="Notes" className={GRID}>
            {shown.notes.map((note) => (
              <NoteCard key={note.id} note={note} />
            ))}
          </ul>
        )}
        {!shown && !error && <CardSkeletons />}
      </div>
    </>
  );
}

const GRID = "m-0 grid list-none gap-3 p-0 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4";

/** Placeholders while the cards are loading. */
function CardSkeletons() {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">Loading...</span>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} aria-hidden="true" className="skeleton h-36" />
      ))}
    </div>
  );
}

/** The newer of the notes this browser read and those the server cached. */
function newest(read: SyncedNotes | undefined, cached: SyncedNotes | null): SyncedNotes | null {
  if (!read || !cached) return read ?? cached;
  return Date.parse(cached.syncedAt) > Date.parse(read.syncedAt) ? cached : read;
}
