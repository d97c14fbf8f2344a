import { useState } from "react";
import { useForm } from "react-hook-form";
import { BackendError, messageOf } from "../lib/errors.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/field.tsx";
import { useSubmitOnce } from "../ui/hooks/use-submit-once.ts";
import { Notice } from "../ui/notice.tsx";
import { CODE_RULES, CodeField } from "./code-field.tsx";
import { EXPIRED, type PendingSignIn } from "./pending-sign-in.ts";
import { useSession } from "./session-context.tsx";

/** The second step of a sign-in: a code of one of the account's authenticator apps. */
export function CodeStep({
  pending,
  onLeave,
}: {
  pending: PendingSignIn;
  /** Called to enter the password again; `reason` says why, unless the user chose to. */
  onLeave: (reason?: string) => void;
}) {
  const { store } = useSession();
  const { factors } = pending;
  const [failure, setFailure] = useState("");
  const form = useForm({ defaultValues: { factorId: factors[0]?.id ?? "", code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ factorId, code }) => {
      setFailure("");
      try {
        await store.enterCode(pending, factorId, code);
      } catch (error) {
        if (needsPassword(error)) {
          void store.cancelSignIn(pending);
          onLeave(messageOf(error));
          return;
        }
        setFailure(messageOf(error));
        form.setFocus("code", { shouldSelect: true });
      }
    }),
  );
  return (
    <form className="grid gap-5" noValidate onSubmit={submit} aria-label="Second factor">
      {factors.length > 1 && (
        <SelectField label="Authenticator app" {...form.register("factorId")}>
          {factors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || "Unnamed"}
            </option>
          ))}
        </SelectField>
      )}
      <CodeField
        autoFocus
        hint={factors.length === 1 && factors[0]?.name ? `From ${factors[0].name}.` : HINT}
        error={errors.code?.message}
        {...form.register("code", CODE_RULES)}
      />
      {failure && <Notice>{failure}</Notice>}
      <Button type="submit" look="primary" pending={isSubmitting}>
        {isSubmitting ? "Signing in..." : "Continue"}
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

/** Another code cannot help: the sign-in has ended, or the account has no access to this area. */
function needsPassword(error: unknown): boolean {
  return error instanceof BackendError && (error.code === EXPIRED || error.status === 403);
}
