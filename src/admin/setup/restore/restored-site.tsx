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

/** What was restored, and what the archive lacked. */
export function RestoredNotice({ restored }: { restored: Restored }) {
  const { rows, files, missing, owner } = restored;
  return (
    <Notice kind="success">
      Restored {formatCount(rows)} rows and {formatCount(files)} files.
      {missing > 0 && ` ${formatCount(missing)} files have no content: the archive lacks it.`}
      {owner === null && " The archive has no owner account, so create one now."}
    </Notice>
  );
}
