import { type ReactNode, useCallback, useEffect, useState } from "react";
import { readErrorOf } from "../lib/errors.ts";
import { SITE_ROOT } from "../lib/site-address.ts";
import { Button } from "../ui/button.tsx";
import { EmptyPanel } from "../ui/empty-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ShareRefused } from "./share-api.ts";

/** Name of the public page; shared links open in the same document. */
const SITE_NAME = ownerName() ?? document.title;

interface OpenLinkProps<Opened> {
  token: string;
  title: string;
  open: (token: string, password?: string) => Promise<Opened>;
  children: (opened: Opened, reopen: () => void) => ReactNode;
}

type State<Opened> =
  | { status: "loading" | "password" | "unknown" }
  | { status: "open"; opened: Opened }
  | { status: "failed"; error: unknown };

/** Opens a link, asks for its password if it has one, and shows its content. */
export function OpenLink<Opened>({ token, title, open, children }: OpenLinkProps<Opened>) {
  const [state, setState] = useState<State<Opened>>({ status: "loading" });
  const reopen = useCallback(() => {
    setState({ status: "loading" });
    open(token).then(
      (opened) => setState({ status: "open", opened }),
      (error: unknown) => setState(stateOf(error)),
    );
  }, [open, token]);
  useEffect(reopen, [reopen]);
  useEffect(() => {
    document.title = `${title} – ${SITE_NAME}`;
  }, [title]);

  return (
    <div className="mx-auto grid min-h-dvh max-w-(--page) grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] px-4 sm:px-8">
      <header className="py-5">
        <a
          href={SITE_ROOT}
          className="inline-flex min-h-10 max-w-full items-center font-semibold text-ink no-underline hover:text-accent"
        >
          <span className="truncate">{SITE_NAME}</span>
        </a>
      </header>
      <main className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 pb-12 sm:pt-6">
        {state.status === "open" ? (
          children(state.opened, reopen)
        ) : state.status === "password" ? (
          <PasswordForm
            open={async (password) => {
              const opened = await open(token, password);
              setState({ status: "open", opened });
            }}
          />
        ) : (
          <>
            <h1 className="sr-only">{title}</h1>
            {state.status === "loading" && <SkeletonRows rows={5} />}
            {state.status === "unknown" && (
              <EmptyPanel
                title="This link does not exist or is no longer valid"
                text="Check that you have the whole link, or ask the person who gave it to you for a new one."
              />
            )}
            {state.status === "failed" && (
              <Notice action={<Button onClick={reopen}>Try again</Button>}>
                The link could not be opened: {readErrorOf(state.error)}
              </Notice>
            )}
          </>
        )}
      </main>
      <footer className="border-t py-5 text-small text-soft">{location.host}</footer>
    </div>
  );
}

function stateOf(error: unknown): State<never> {
  const reason = error instanceof ShareRefused ? error.reason : null;
  return reason === "password" || reason === "unknown"
    ? { status: reason }
    : { status: "failed", error };
}

/** The owner's name from the page's metadata for search engines; undefined if missing. */
function ownerName(): string | undefined {
  const person = document.querySelector('script[type="application/ld+json"]')?.textContent;
  return person && (JSON.parse(person) as { name: string }).name;
}
