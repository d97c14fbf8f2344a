import { INVALID_CREDENTIALS } from "../../../shared/sign-in.ts";
import { LoginScreen } from "../../auth/login-screen.tsx";
import { BackendError } from "../../lib/errors.ts";
import { paths } from "../../lib/paths.ts";

/** The workspace user's login; continues to the requested URL. */
export function LoginPage() {
  return (
    <LoginScreen
      documentTitle="Workspace Login"
      title="Workspace Login"
      text="Sign in to your notes, tasks and files."
      home={paths.workspace.dashboard}
      account={paths.workspace.account}
      who={{
        label: "Email or Username",
        type: "text",
        autoCapitalize: "none",
        spellCheck: false,
        missing: "Please enter your email or username.",
      }}
      failureOf={(error) => ({ text: INVALID_CREDENTIALS, hint: hintOf(error) })}
    />
  );
}

/** Does not reveal whether the name exists: known and unknown names are rate-limited alike. */
function hintOf(error: unknown): string | null {
  const status = error instanceof BackendError ? error.status : null;
  if (status === 429) return "Too many attempts. Wait a few minutes and try again.";
  if (status === 0) return "The site could not be reached. Check your connection and try again.";
  if (status === null || status >= 500) return "The server has a problem. Try again soon.";
  return null;
}
