import "../ui/composition.ts";
import "./share.css";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { OpenLink } from "./open-link.tsx";
import { useShareAddress } from "./share-address.ts";
import { openInbox, openShare } from "./share-api.ts";
import { SharedFiles } from "./shared-files.tsx";

const SendPage = lazy(async () => ({
  default: (await import("./send/send-page.tsx")).SendPage,
}));

/** The page of a link: shared files to view, or a form to send files. */
function ShareApp() {
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

// Search engines must not index the page, even if the link is published.
document.head.append(
  Object.assign(document.createElement("meta"), { name: "robots", content: "noindex, nofollow" }),
);

if (document.readyState === "loading" && !document.getElementById("app")) {
  await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
}
const root = document.getElementById("app");
if (!root) throw new Error("The page has no root element (#app), so the link cannot be opened.");
createRoot(root, { identifierPrefix: "share" }).render(
  <StrictMode>
    <ShareApp />
  </StrictMode>,
);
