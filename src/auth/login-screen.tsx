import { type ComponentProps, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { Navigate, useLocation } from "react-router";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { fieldOf } from "../ui/field-of.ts";
import { useSubmitOnce } from "../ui/hooks/use-submit-once.ts";
import { useTitle } from "../ui/hooks/use-title.ts";
import { Notice } from "../ui/notice.tsx";
import { CodeStep } from "./code-step.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { type PendingSignIn, readPendingSignIn } from "./pending-sign-in.ts";
import type { LoginReason } from "./require-session.tsx";
import { useSession } from "./session-context.tsx";

/** The message of a failed sign-in. */
export interface LoginFailure {
  text: string;
  /** Additional advice, for example when the cause may be a service failure. */
  hint?: string | null;
}

interface LoginScreenProps {
  documentTitle: string;
  title: string;
  text: string;
  /** Target when no other URL was requested. */
  home: string;
  /** Target after a sign-in with a recovery code, where the second factor is set up again. */
  account: string;
  /** The identifier field; `missing` is its error when empty. */
  who: Pick<
    ComponentProps<typeof TextField>,
    "label" | "type" | "autoCapitalize" | "spellCheck"
  > & { missing: string };
  /** Maps anything `signIn` throws to a message. */
  failureOf: (error: unknown) => LoginFailure;
}

/**
 * Sign-in of an area: the password, then the second factor's code; continues to the requested URL.
 */
export function LoginScreen(props: LoginScreenProps) {
  const { documentTitle, title, text, home, account, ...rest } = props;
  useTitle(documentTitle);
  const { state, store } = useSession();
  const { from } = (useLocation().state ?? {}) as Partial<LoginReason>;
  const [pending, setPending] = useState(() => readPendingSignIn(store.area));
  const [isRecovering, setRecovering] = useState(false);
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  // The form's state is here, so that the name is still there after going back from the code.
  const form = useForm({ defaultValues: NO_VALUES });

  if (state.status === "signed-in") {
    return <Navigate to={isRecovering ? account : (from ?? home)} replace />;
  }

  return (
    <EntryFrame title={title} text={text}>
      {pending ? (
        <CodeStep
          pending={pending}
          isRecovering={isRecovering}
          onRecover={setRecovering}
          onLeave={(reason) => {
            setRecovering(false);
            setFailure(reason ? { text: reason } : null);
            setPending(null);
          }}
        />
      ) : (
        <PasswordStep
          {...rest}
          form={form}
          failure={failure}
          onFailure={setFailure}
          onPending={setPending}
        />
      )}
    </EntryFrame>
  );
}

function PasswordStep(
  props: Pick<LoginScreenProps, "who" | "failureOf"> & {
    form: UseFormReturn<typeof NO_VALUES>;
    failure: LoginFailure | null;
    onFailure: (failure: LoginFailure | null) => void;
    onPending: (pending: PendingSignIn | null) => void;
  },
) {
  const { failureOf, form, failure, onFailure, onPending } = props;
  const { missing, ...who } = props.who;
  const { store } = useSession();
  const { reason } = (useLocation().state ?? {}) as Partial<LoginReason>;
  const [tried, setTried] = useState(failure !== null);
  const { isSubmitting } = form.formState;
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ name, password }) => {
      setTried(true);
      onFailure(null);
      try {
        const pending = await store.signIn(name.trim(), password);
        if (pending) form.resetField("password");
        onPending(pending);
      } catch (error) {
        onFailure(failureOf(error));
        form.setFocus("password");
      }
    }),
  );

  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      {reason && !tried && <Notice kind="info">{reason}</Notice>}
      <TextField
        {...who}
        autoComplete="username"
        autoFocus
        {...fieldOf(form, "name", { required: missing })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        {...fieldOf(form, "password", { required: "Please enter your password." })}
      />
      {failure && <Failure {...failure} />}
      <Button type="submit" look="primary" pending={isSubmitting}>
        {isSubmitting ? "Signing in..." : "Sign In"}
      </Button>
    </form>
  );
}

const NO_VALUES = { name: "", password: "" };

function Failure({ text, hint }: LoginFailure) {
  return (
    <div className="grid gap-2">
      <Notice>{text}</Notice>
      {hint && <p className="text-small text-soft">{hint}</p>}
    </div>
  );
}
