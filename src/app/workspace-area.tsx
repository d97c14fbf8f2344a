import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { SHARED_PARAM } from "../../shared/share-target.ts";
import { useUser } from "../auth/session-context.tsx";
import { usePageKeys } from "../ui/hooks/use-page-keys.ts";
import { PaletteHost } from "../ui/palette/palette-host.tsx";
import { newNote } from "../workspace/notes/tool.ts";
import { forgetCopies } from "../workspace/shell/device-copy.ts";
import { askBeforeSignOut } from "../workspace/shell/unfinished-work.ts";
import { SignedInArea } from "./signed-in-area.tsx";

/** The workspace user's session and query client around every workspace screen. */
export function WorkspaceArea() {
  return <SignedInArea area="workspace" extras={<Extras />} forget={forgetCopies} />;
}

function Extras() {
  const navigate = useNavigate();
  usePageKeys(
    useMemo(() => [{ ...newNote, run: () => void navigate(newNote.path) }], [navigate]),
    "area",
  );
  return (
    <>
      <OfflineStart />
      <UnsentChanges />
      <PaletteHost load={loadPalette} />
    </>
  );
}

const loadPalette = () =>
  import("../workspace/palette/workspace-palette.tsx").then(
    ({ WorkspacePalette }) => WorkspacePalette,
  );

/** Asks before a sign-out that leaves changes unsent, including those of closed tabs. */
function UnsentChanges() {
  const client = useQueryClient();
  const { userId } = useUser();
  useEffect(
    () =>
      askBeforeSignOut(() =>
        // Loaded already where this tab has some. A failure must not keep the user signed in.
        Promise.all([
          import("../workspace/notes/notes-service.ts"),
          import("../workspace/tasks/task-queue-service.ts"),
        ])
          .then(([{ getNotesService }, { getTaskQueue }]) =>
            getNotesService(userId).mayLeave(getTaskQueue(userId, client)),
          )
          .catch(() => true),
      ),
    [client, userId],
  );
  return null;
}

/** Starts the tasks of the signed-in user after the first screen, and shows shared content. */
function OfflineStart() {
  const client = useQueryClient();
  const { userId } = useUser();
  const [isShared, setShared] = useState(false);
  useEffect(() => {
    let left = false;
    let stop = () => {};
    const timer = setTimeout(async () => {
      // When offline, the next visit starts it.
      const start = await import("./workspace-start.ts").catch(() => null);
      if (start && !left) stop = start.startWorkspace(client, userId, () => setShared(true));
    }, SETTLED_MS);
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [client, userId]);
  const [params] = useSearchParams();
  return (
    (isShared || params.has(SHARED_PARAM)) && (
      <Suspense>
        <SharedContent userId={userId} onDone={() => setShared(false)} />
      </Suspense>
    )
  );
}

// The dialog of shared content needs the code of notes and files.
const SharedContent = lazy(async () => ({
  default: (await import("./shared-content.tsx")).SharedContent,
}));

/**
 * A screen is painted long before this time.
 * @limit content: the first workspace screen before the service worker is registered; 2 seconds
 */
const SETTLED_MS = 2_000;
