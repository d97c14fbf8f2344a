import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation } from "react-router";
import type { LoginReason } from "../../auth/require-session.tsx";
import { useSession } from "../../auth/session-context.tsx";
import { INVALID_CREDENTIALS } from "../../auth/texts.ts";
import { BackendError } from "../../lib/errors.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useTitle } from "../../ui/use-title.ts";

/** The workspace user's way in; goes on to the address they wanted. */
export function LoginPage() {
  useTitle("Workspace Login");
  const { state, store } = useSession();
  const { from, reason } = (useLocation().state ?? {}) as Partial<LoginReason>;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tried, setTried] = useState(false);
  const busy = useRef(false);
  const form = useForm({ defaultValues: { identifier: "", password: "" } });
  const { errors, isSubmitting } = form.formState;

  if (state.status === "signed-in") {
    return <Navigate to={from ?? paths.workspace.dashboard} replace />;
  }

  const submit = form.handleSubmit(async ({ identifier, password }) => {
    setFailure(null);
    setTried(true);
    try {
      await store.signIn(identifier.trim(), password);
    } catch (error) {
      setFailure({ hint: hintOf(error) });
      form.setFocus("password");
    }
  });

  async function submitOnce(event: React.SubmitEvent) {
    event.preventDefault();
    // The button is disabled a render later; two Enters in one go must still send one request.
    if (busy.current) return;
    busy.current = true;
    await submit(event);
    busy.current = false;
  }

  return (
    <main className="mx-auto grid min-h-screen max-w-[25rem] content-center gap-8 p-6">
      <header className="grid gap-1">
        <h1 className="text-title tracking-tight">Workspace Login</h1>
        <p className="text-soft">Sign in to your notes, tasks and files.</p>
      </header>
      <form className="grid gap-5" noValidate onSubmit={(event) => void submitOnce(event)}>
        {reason && !tried && <Notice kind="info">{reason}</Notice>}
        <TextField
          label="Email or Username"
          type="text"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={errors.identifier?.message}
          {...form.register("identifier", { required: "Please enter your email or username." })}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password", { required: "Please enter your password." })}
        />
        {failure && (
          <div className="grid gap-2">
            <Notice>{INVALID_CREDENTIALS}</Notice>
            {failure.hint && <p className="text-small text-soft">{failure.hint}</p>}
          </div>
        )}
        <Button type="submit" look="primary" pending={isSubmitting}>
          {isSubmitting ? "Signing in..." : "Sign In"}
        </Button>
      </form>
      <a className="inline-flex min-h-10 items-center justify-self-start text-soft" href="#home">
        Back to Profile
      </a>
    </main>
  );
}

interface Failure {
  /** What the one text cannot say: that it may not be the person's own mistake. */
  hint: string | null;
}

/** Says nothing about whether the name exists: known and unknown ones are limited alike. */
function hintOf(error: unknown): string | null {
  const status = error instanceof BackendError ? error.status : null;
  if (status === 429) return "There were many attempts. Wait a few minutes before the next one.";
  if (status === 0) return "The site could not be reached. Check your connection and try again.";
  if (status === null || status >= 500) return "The site has a problem of its own. Try again soon.";
  return null;
}
