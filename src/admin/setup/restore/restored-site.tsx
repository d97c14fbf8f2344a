import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { formatCount } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SetupFrame } from "../setup-frame.tsx";
import type { Restored } from "./use-restore.ts";

/** The end of a restore that has brought an owner. */
export function RestoredSite({ restored, owner }: { restored: Restored; owner: string }) {
  const signIn = useRef<HTMLAnchorElement>(null);
  useEffect(() => signIn.current?.focus(), []);
  return (
    <SetupFrame title="Your site is restored">
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
    </SetupFrame>
  );
}

/** What was restored, and what is not intact in the archive. */
export function RestoredNotice({ restored }: { restored: Restored }) {
  const { rows, files, problems, owner } = restored;
  return (
    <>
      <Notice kind="success">
        Restored {formatCount(rows)} rows and {formatCount(files)} files.
        {owner === null && " The archive has no owner account, so create one now."}
      </Notice>
      {problems.length > 0 && (
        <Notice>
          <span className="wrap-anywhere">
            Some files were damaged or missing when the archive was made. {problems.join(" ")}
          </span>
        </Notice>
      )}
    </>
  );
}
