import { ArchiveRestore, FileUser, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { EntryFrame } from "../../auth/entry-frame.tsx";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { keepChosenCv } from "../shell/chosen-cv.ts";
import { CvFileButton } from "../shell/cv-file-button.tsx";
import { RestoreArchive } from "./restore/restore-archive.tsx";
import type { Restored } from "./restore/use-restore.ts";
import { isSetupOpen } from "./setup-api.ts";
import { SetupForm } from "./setup-form.tsx";

interface OpenSetupProps {
  token: string;
  /** Called when an owner was created in the meantime. */
  onClosed: () => void;
}

/** Creates the owner of a new site, or restores a site from an archive with its owner. */
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
    <EntryFrame
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
              icon={<ArchiveRestore />}
              onClick={() => setRestoring(true)}
            >
              Restore from an archive
            </Button>
          </div>
        </div>
      )}
    </EntryFrame>
  );
}

/** Notices a setup completed in another tab as soon as this tab becomes visible. */
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

/** Shown after a restore that has created the owner's account. */
function RestoredSite({ restored, owner }: { restored: Restored; owner: string }) {
  const signIn = useRef<HTMLAnchorElement>(null);
  useEffect(() => signIn.current?.focus(), []);
  return (
    <EntryFrame title="Your site is restored">
      <div className="grid gap-5">
        <RestoredNotice restored={restored} />
        <p className="[overflow-wrap:anywhere]">
          Sign in with the owner account of the restored site, <bdi>{owner}</bdi>. Its password is
          the same as before.
        </p>
        <Link
          ref={signIn}
          className={`${buttonClass("primary")} justify-self-start`}
          to={paths.admin.login}
        >
          Go to Sign In
        </Link>
      </div>
    </EntryFrame>
  );
}

/** Reports the restored site and damaged parts of the archive. */
function RestoredNotice({ restored }: { restored: Restored }) {
  const { rows, files, problems, owner } = restored;
  return (
    <>
      <Notice kind="success">
        Restored {formatCount(rows)} rows and {formatCount(files)} files.
        {owner === null && " The archive has no owner account, so create one now."}
      </Notice>
      {problems.length > 0 && (
        <Notice>
          Some files were damaged or missing when the archive was made. {problems.join(" ")}
        </Notice>
      )}
    </>
  );
}

/** Chooses a CV that is imported, after a review, once the owner has signed in. */
function StartFromCv() {
  const button = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState("");
  // Forgets a CV that was chosen before the user switched to the restore.
  useEffect(() => keepChosenCv(null), []);
  const choose = (file: File | null) => {
    keepChosenCv(file);
    setName(file?.name ?? "");
  };
  return (
    <div className="grid gap-3">
      <p className="text-soft">
        Do you have a CV as JSON Resume, a LinkedIn export or the export of another Foyer? You see
        every entry before it is added.
      </p>
      <CvFileButton
        ref={button}
        className="justify-self-start"
        icon={<FileUser />}
        onChoose={choose}
      >
        {name ? "Choose another CV" : "Start from a CV"}
      </CvFileButton>
      <div role="status">
        {name && (
          <p className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <bdi className="font-semibold wrap-anywhere">{name}</bdi> is read after Create Owner.
            </span>
            <IconButton
              label="Do not use this CV"
              icon={X}
              onClick={() => {
                choose(null);
                button.current?.focus();
              }}
            />
          </p>
        )}
      </div>
    </div>
  );
}
