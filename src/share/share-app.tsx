import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { OpenedShare } from "../../supabase/functions/open-share/contract.ts";
import { readErrorOf } from "../lib/errors.ts";
import { SITE_ROOT } from "../lib/site-address.ts";
import { Button } from "../ui/button.tsx";
import { EmptyPanel } from "../ui/empty-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useShareAddress } from "./share-address.ts";
import { openShare, ShareRefused } from "./share-api.ts";
import { SharedFiles } from "./shared-files.tsx";

const SITE_TITLE = document.title;

type State =
  | { status: "loading" }
  | { status: "open"; share: OpenedShare }
  | { status: "password" }
  | { status: "unknown" }
  | { status: "failed"; error: unknown };

/** What a link shows to anybody who has it. */
export function ShareApp() {
  const { token } = useShareAddress();
  return <Share key={token} token={token} />;
}

function Share({ token }: { token: string }) {
  const [state, setState] = useState<State>({ status: "loading" });
  const open = useCallback(() => {
    setState({ status: "loading" });
    openShare(token).then(
      (share) => setState({ status: "open", share }),
      (error: unknown) => setState(stateOf(error)),
    );
  }, [token]);
  useEffect(open, [open]);
  useEffect(() => {
    document.title = `Shared files – ${SITE_TITLE}`;
  }, []);

  switch (state.status) {
    case "loading":
      return (
        <Frame>
          <SkeletonRows rows={5} />
        </Frame>
      );
    case "open":
      return (
        <Frame>
          <SharedFiles token={token} share={state.share} onLost={open} />
        </Frame>
      );
    case "password":
      return (
        <Frame>
          <PasswordForm token={token} onOpen={(share) => setState({ status: "open", share })} />
        </Frame>
      );
    case "unknown":
      return (
        <Frame>
          <h1 className="sr-only">Shared files</h1>
          <EmptyPanel
            title="This link does not exist or is no longer valid"
            text="Check that you have the whole link, or ask the person who gave it to you for a new one."
          />
        </Frame>
      );
    default:
      return (
        <Frame>
          <h1 className="sr-only">Shared files</h1>
          <Notice action={<Button onClick={open}>Try again</Button>}>
            The shared files could not be loaded: {readErrorOf(state.error)}
          </Notice>
        </Frame>
      );
  }
}

function stateOf(error: unknown): State {
  const reason = error instanceof ShareRefused ? error.reason : null;
  if (reason === "password") return { status: "password" };
  if (reason === "unknown") return { status: "unknown" };
  return { status: "failed", error };
}

/** Header, content and footer, as wide as the public page. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-dvh max-w-(--page) grid-rows-[auto_1fr_auto] px-4 sm:px-8">
      <header className="py-5">
        <a
          href={SITE_ROOT}
          className="inline-flex min-h-10 items-center font-semibold text-ink no-underline hover:text-accent"
        >
          {SITE_TITLE}
        </a>
      </header>
      <main className="grid content-start gap-6 pb-12 sm:pt-6">{children}</main>
      <footer className="border-t py-5 text-small text-soft">
        Files shared from {location.host}
      </footer>
    </div>
  );
}
