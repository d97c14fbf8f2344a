import { useCallback, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { EntryFrame } from "../../auth/entry-frame.tsx";
import { messageOf } from "../../lib/errors.ts";
import { paths } from "../../lib/paths.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useTitle } from "../../ui/hooks/use-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { OpenSetup } from "./open-setup.tsx";
import { isSetupOpen } from "./setup-api.ts";
import { isWholeToken } from "./setup-schema.ts";

/** Opened by a server's printed link: creates the first owner, or restores a site. */
export function SetupPage() {
  useTitle("Set up · Admin Panel");
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const setup = useSetupState();

  if (!readClientConfig().embedded) return <HostedSetup />;
  switch (setup.status) {
    case "checking":
      return <Spinner />;
    case "failed":
      return (
        <EntryFrame title="Set up your site">
          <Notice action={<Button onClick={setup.check}>Try again</Button>}>{setup.reason}</Notice>
        </EntryFrame>
      );
    case "closed":
      return <OwnedAlready />;
    case "open":
      if (!isWholeToken(token)) return <CutLink />;
      return <OpenSetup token={token} onClosed={setup.check} />;
  }
}

type SetupState =
  | { status: "checking" }
  | { status: "open" }
  | { status: "closed" }
  | { status: "failed"; reason: string };

/** Whether an owner exists, according to the host. */
function useSetupState(): SetupState & { check: () => void } {
  const [state, setState] = useState<SetupState>({ status: "checking" });
  const check = useCallback(() => {
    isSetupOpen().then(
      (open) => setState({ status: open ? "open" : "closed" }),
      (error: unknown) => setState({ status: "failed", reason: messageOf(error) }),
    );
  }, []);
  useEffect(() => {
    if (readClientConfig().embedded) check();
  }, [check]);
  return { ...state, check };
}

function OwnedAlready() {
  return (
    <EntryFrame
      title="Already set up"
      text="This site already has an owner, so the setup link is no longer valid."
    >
      <Link className={`${buttonClass("primary")} justify-self-start`} to={paths.admin.login}>
        Go to Sign In
      </Link>
    </EntryFrame>
  );
}

function CutLink() {
  return (
    <EntryFrame title="Set up your site">
      <Notice>This setup link is incomplete. Open it exactly as the server printed it.</Notice>
    </EntryFrame>
  );
}

/** Hosted Supabase has no setup link, because accounts can only be created with the secret key. */
function HostedSetup() {
  return (
    <EntryFrame
      title="Set up from the terminal"
      text="This site keeps its data in a hosted Supabase, whose owner is created on the command line:"
    >
      <pre className="m-0 overflow-x-auto rounded border bg-surface p-4 text-small">
        <code>{HOSTED_COMMAND}</code>
      </pre>
    </EntryFrame>
  );
}

const HOSTED_COMMAND = `SUPABASE_URL=https://….supabase.co \\
SUPABASE_SECRET_KEY=… \\
npm run owner`;
