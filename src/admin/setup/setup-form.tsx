import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { PASSWORD_HINT } from "../../../shared/password.ts";
import { useSession } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import { paths } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import { hasChosenCv } from "../shell/chosen-cv.ts";
import { createOwner, SetupError } from "./setup-api.ts";
import { type SetupValues, setupSchema } from "./setup-schema.ts";

/** Email and password of the first owner, who is then signed in. */
export function SetupForm({ token, onClosed }: { token: string; onClosed: () => void }) {
  const { store } = useSession();
  const navigate = useNavigate();
  const [failure, setFailure] = useState("");
  const [created, setCreated] = useState(false);
  const form = useForm<SetupValues>({
    defaultValues: { email: "", password: "", confirmation: "" },
    // Errors appear on submit: if they appeared on blur, they would move the buttons while one is
    // being pressed, and the click would be lost.
    mode: "onSubmit",
    resolver: zodResolver(setupSchema),
  });
  const { isSubmitting, isSubmitted } = form.formState;

  const submit = useSubmitOnce(form.handleSubmit(create));

  async function create(values: SetupValues) {
    setFailure("");
    try {
      await createOwner({ token, email: values.email, password: values.password });
      setCreated(true);
      await store.signIn(values.email, values.password);
      const start = hasChosenCv() ? paths.admin.import : paths.admin.dashboard;
      await navigate(start, { replace: true });
    } catch (error) {
      explain(error);
    }
  }

  function explain(error: unknown) {
    const refusal = error instanceof SetupError ? error : null;
    if (refusal?.status === 410) onClosed();
    else if (refusal?.field) {
      form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true });
    } else setFailure(messageOf(error));
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus
        required
        {...fieldOf(form, "email")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        {...fieldOf(form, "password", {
          // A changed password invalidates its confirmation.
          onChange: () => isSubmitted && void form.trigger("confirmation"),
        })}
      />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        required
        {...fieldOf(form, "confirmation")}
      />
      {failure && (
        <Notice>
          {created ? "The owner was created, but signing in failed: " : ""}
          {failure}
        </Notice>
      )}
      {created && failure ? (
        <Link className={buttonClass("primary")} to={paths.admin.login}>
          Go to Sign In
        </Link>
      ) : (
        <Button
          type="submit"
          look="primary"
          pending={isSubmitting}
          // Blurring a field shows its error, which would move the button away from the pointer.
          onMouseDown={(event) => event.preventDefault()}
        >
          {isSubmitting ? "Creating..." : "Create Owner"}
        </Button>
      )}
    </form>
  );
}
