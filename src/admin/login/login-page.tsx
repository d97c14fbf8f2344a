import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation } from "react-router";
import type { LoginReason } from "../../auth/require-session.tsx";
import { useSession } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useTitle } from "../../ui/use-title.ts";

/** The owner's way in; goes on to the address they wanted. */
export function LoginPage() {
  useTitle("Sign In · Admin Panel");
  const { state, store } = useSession();
  const { from, reason } = (useLocation().state ?? {}) as Partial<LoginReason>;
  const [failure, setFailure] = useState<string | null>(null);
  const busy = useRef(false);
  const form = useForm({ defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting } = form.formState;

  if (state.status === "signed-in") return <Navigate to={from ?? paths.admin.dashboard} replace />;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure("");
    try {
      await store.signIn(email.trim(), password);
    } catch (error) {
      setFailure(messageOf(error));
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
        <h1 className="text-title tracking-tight">Admin Panel</h1>
        <p className="text-soft">Sign in to look after your site.</p>
      </header>
      <form className="grid gap-5" noValidate onSubmit={(event) => void submitOnce(event)}>
        {reason && failure === null && <Notice kind="info">{reason}</Notice>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.email?.message}
          {...form.register("email", { required: "Please enter your email address." })}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password", { required: "Please enter your password." })}
        />
        {failure && <Notice>{failure}</Notice>}
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
