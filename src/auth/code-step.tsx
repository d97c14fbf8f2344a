import { useState } from "react";
import { useForm } from "react-hook-form";
import { BackendError, messageOf } from "../lib/errors.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { fieldOf } from "../ui/field-of.ts";
import { useSubmitOnce } from "../ui/hooks/use-submit-once.ts";
import { Notice } from "../ui/notice.tsx";
import { CODE_RULES, CodeField } from "./code-field.tsx";
import { FactorSelect } from "./factor-select.tsx";
import { EXPIRED, type PendingSignIn } from "./pending-sign-in.ts";
import { useSession } from "./session-context.tsx";

/**
 * The second step of a sign-in: a code of one of the account's authenticator apps, or a recovery
 * code.
 */
export function CodeStep(props: {
  pending: PendingSignIn;
  /** Whether a recovery code is asked for; `onRecover` changes it. */
  isRecovering: boolean;
  onRecover: (isRecovering: boolean) => void;
  /** Called to return to the password; `reason` is undefined if the user chose to. */
  onLeave: (reason?: string) => void;
}) {
  const { pending, isRecovering, onRecover, onLeave } = props;
  const { store } = useSession();
  const { factors } = pending;
  const [failure, setFailure] = useState("");
  const form = useForm({
    defaultValues: { factorId: factors[0]?.id ?? "", code: "", recoveryCode: "" },
  });
  const { isSubmitting } = form.formState;
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ factorId, code, recoveryCode }) => {
      setFailure("");
      try {
        await (isRecovering
          ? store.enterCode(pending, null, recoveryCode)
          : store.enterCode(pending, factorId, code));
      } catch (error) {
        if (needsPassword(error)) {
          void store.cancelSignIn(pending);
          onLeave(messageOf(error));
          return;
        }
        setFailure(messageOf(error));
        form.setFocus(isRecovering ? "recoveryCode" : "code", { shouldSelect: true });
      }
    }),
  );
  return (
    <form className="grid gap-5" noValidate onSubmit={submit} aria-label="Second factor">
      {!isRecovering && (
        <FactorSelect label="Authenticator app" factors={factors} {...form.register("factorId")} />
      )}
      {isRecovering ? (
        <TextField
          key="recovery"
          label="Recovery code"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          hint="One of the codes you stored. It turns two-factor authentication off and signs out your other devices."
          {...fieldOf(form, "recoveryCode", {
            validate: (code) => code.trim() !== "" || "Please enter a recovery code.",
          })}
        />
      ) : (
        <CodeField
          autoFocus
          hint={factors.length === 1 && factors[0]?.name ? `From ${factors[0].name}.` : HINT}
          {...fieldOf(form, "code", CODE_RULES)}
        />
      )}
      {failure && <Notice>{failure}</Notice>}
      <Button type="submit" look="primary" pending={isSubmitting}>
        {isSubmitting ? "Signing in..." : "Continue"}
      </Button>
      <Button
        look="quiet"
        className="-ms-4 justify-self-start"
        disabled={isSubmitting}
        onClick={() => {
          setFailure("");
          form.clearErrors();
          onRecover(!isRecovering);
        }}
      >
        {isRecovering ? "Use a code of the app" : "Use a recovery code"}
      </Button>
      <Button
        look="quiet"
        className="-ms-4 justify-self-start"
        disabled={isSubmitting}
        onClick={() => {
          void store.cancelSignIn(pending);
          onLeave();
        }}
      >
        Back to password
      </Button>
    </form>
  );
}

const HINT = "The six digits your authenticator app shows.";

/** Whether another code cannot help, because the sign-in ended or the account lacks access. */
function needsPassword(error: unknown): boolean {
  return error instanceof BackendError && (error.code === EXPIRED || error.status === 403);
}
