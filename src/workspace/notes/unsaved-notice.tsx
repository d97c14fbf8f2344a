import { useEffect } from "react";
import { useSession } from "../../auth/session-context.tsx";
import { Button } from "../../ui/button.tsx";
import { OfflineText, SaveStateText } from "../shell/save-state-text.tsx";
import { useNotes, useNotesAddress, useNotesState, useOffline } from "./use-notes.ts";

/** The overall save state, if there is one to report, over the page, which must not move. */
export function UnsavedNotice() {
  const notes = useNotes();
  const { open } = useNotesAddress();
  const { state, subject } = useNotesState(notes);
  const offline = useOffline(notes);
  const { store: session } = useSession();
  useEffect(() => {
    // The cause may be an ended session rather than the network.
    if (state.kind === "offline") void session.verify();
  }, [state.kind, session]);
  if (state.kind === "saved" && !offline) return null;
  return (
    <div className="late above-toasts fixed start-4 bottom-4 z-10 flex max-w-[calc(100%-2rem)] items-center gap-3 rounded border border-line-strong bg-surface px-3 py-2 lg:start-[17rem]">
      {state.kind === "saved" ? (
        <OfflineText />
      ) : (
        <SaveStateText
          state={state}
          name={subject?.name}
          persistent={notes.outbox.isPersistent()}
        />
      )}
      {subject && <Button onClick={() => open(subject.id)}>{subject.what}</Button>}
    </div>
  );
}
