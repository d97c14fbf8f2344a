import { useQuery } from "@tanstack/react-query";
import { CircleAlert, RefreshCw } from "lucide-react";
import { useState } from "react";
import { formatMoment } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { NoteCard } from "./note-card.tsx";
import { NotionError, notionNotesQuery, type SyncedNotes, textsOf } from "./notion-queries.ts";

/** Read-only view of the connected Notion database, with links to Notion. */
export function NotionPage() {
  const { data, error, isFetching, refetch } = useQuery(notionNotesQuery);
  const [cached, setCached] = useState<SyncedNotes | null>(null);
  // A retry resets the error but must keep the cached notes that came with it.
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
          <Button icon={<RefreshCw />} pending={isFetching} onClick={() => void refetch()}>
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
        {!shown && !error && <Skeletons className={GRID} looks={Array<string>(6).fill("h-36")} />}
      </div>
    </>
  );
}

const GRID = "m-0 grid list-none gap-3 p-0 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4";

/** The newer of the notes this browser read and those the server cached. */
function newest(read: SyncedNotes | undefined, cached: SyncedNotes | null): SyncedNotes | null {
  if (!read || !cached) return read ?? cached;
  return Date.parse(cached.syncedAt) > Date.parse(read.syncedAt) ? cached : read;
}

interface ConnectionFailedProps {
  error: Error;
  /** Time at which the notes below were read. */
  cachedAt: string | undefined;
}

/** Explains why Notion could not be read and that the notes below are outdated. */
function ConnectionFailed({ error, cachedAt }: ConnectionFailedProps) {
  const { message, advice, hint, detail } = textsOf(error);
  return (
    <section
      role="alert"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded border border-line bg-surface p-5"
    >
      <CircleAlert className="mt-0.5 size-5 text-bad" />
      <h2 className="text-body font-semibold">Connection Failed</h2>
      <div className="col-start-2 grid max-w-[66ch] gap-2 text-note">
        <p className="text-bad [overflow-wrap:anywhere]">{message}</p>
        {advice && <p className="text-soft">{advice}</p>}
        {hint && <p className="text-soft">{hint}</p>}
        {detail && <p className="text-soft [overflow-wrap:anywhere]">Reported: {detail}</p>}
        {cachedAt && (
          <p>
            These are the notes as they were at the last successful sync, {formatMoment(cachedAt)}.
          </p>
        )}
      </div>
    </section>
  );
}
