import { ArchiveRestore } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { RestoreArchive } from "./restore/restore-archive.tsx";
import { RestoredNotice, RestoredSite } from "./restore/restored-site.tsx";
import type { Restored } from "./restore/use-restore.ts";
import { isSetupOpen } from "./setup-api.ts";
import { SetupForm } from "./setup-form.tsx";
import { SetupFrame } from "./setup-frame.tsx";
import { StartFromCv } from "./start-from-cv.tsx";

interface OpenSetupProps {
  token: string;
  /** Called when the site has got an owner in the meantime. */
  onClosed: () => void;
}

/** The setup of a site without an owner: creates one, or restores a site that has one. */
export function OpenSetup({ token, onClosed }: OpenSetupProps) {
  const [restoring, setRestoring] = useState(false);
  const [restored, setRestored] = useState<Restored | null>(null);
  const owner = restored?.owner ?? null;
  useClosedInOtherTab(!restoring && owner === null, onClosed);
  if (restored && owner !== null) return <RestoredSite restored={restored} owner={owner} />;
  if (restoring) {
    return (
      <RestoreArchive
        token={token}
        onRestored={(found) => {
          setRestored(found);
          setRestoring(false);
        }}
        onClosed={onClosed}
        onBack={() => setRestoring(false)}
      />
    );
  }
  return (
    <SetupFrame
      title="Set up your site"
      text="Choose how you will sign in to your admin panel. This page opens only once."
    >
      {restored && <RestoredNotice restored={restored} />}
      <SetupForm token={token} onClosed={onClosed} />
      {!restored && (
        <div className="grid gap-6 border-t pt-6">
          <StartFromCv />
          <div className="grid gap-3">
            <p className="text-soft">Moving an existing site here?</p>
            <Button
              className="justify-self-start"
              icon={<ArchiveRestore aria-hidden="true" />}
              onClick={() => setRestoring(true)}
            >
              Restore from an archive
            </Button>
          </div>
        </div>
      )}
    </SetupFrame>
  );
}

/** Notices a setup in another tab as soon as this one is looked at again. */
function useClosedInOtherTab(enabled: boolean, onClosed: () => void): void {
  const close = useEffectEvent(onClosed);
  useEffect(() => {
    if (!enabled) return;
    const listening = new AbortController();
    const check = async () => {
      if (document.hidden || (await isSetupOpen().catch(() => true))) return;
      if (!listening.signal.aborted) close();
    };
    addEventListener("visibilitychange", () => void check(), { signal: listening.signal });
    return () => listening.abort();
  }, [enabled]);
}
