import { lazy, Suspense } from "react";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { OpenLink } from "./open-link.tsx";
import { useShareAddress } from "./share-address.ts";
import { openInbox, openShare } from "./share-api.ts";
import { SharedFiles } from "./shared-files.tsx";

const SendPage = lazy(async () => ({
  default: (await import("./send/send-page.tsx")).SendPage,
}));

/** The page of a link: shared files to view, or a form to send files. */
export function ShareApp() {
  const { token } = useShareAddress();
  if (location.hash.startsWith("#/send/")) {
    return (
      <OpenLink key={token} token={token} title="Send files" open={openInbox}>
        {(inbox) => (
          <Suspense fallback={<SkeletonRows rows={5} />}>
            <SendPage token={token} inbox={inbox} />
          </Suspense>
        )}
      </OpenLink>
    );
  }
  return (
    <OpenLink key={token} token={token} title="Shared files" open={openShare}>
      {(share, reopen) => <SharedFiles token={token} share={share} onLost={reopen} />}
    </OpenLink>
  );
}
