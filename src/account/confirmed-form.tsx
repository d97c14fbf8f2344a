import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Path, UseFormReturn } from "react-hook-form";
import { z } from "zod";
import { CODE_REFUSAL, CODE_RULES, CodeField } from "../auth/code-field.tsx";
import { FactorSelect } from "../auth/factor-select.tsx";
import { useArea } from "../auth/session-context.tsx";
import { Button } from "../ui/button.tsx";
import { fieldOf } from "../ui/field-of.ts";
import { useSubmitOnce } from "../ui/hooks/use-submit-once.ts";
import { Notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import type { Factor } from "./factors/factors-api.ts";
import { verifyCodeMutation } from "./factors/factors-queries.ts";
import { fieldErrors } from "./field-errors.ts";

/** Fields that every confirmed form has. */
export const identityShape = {
  password: z.string().min(1, "Please enter your password."),
  factorId: z.string(),
  /** Null without an authenticator app. */
  code: z
    .string()
    .refine((code) => CODE_RULES.validate(code) === true, { error: CODE_REFUSAL })
    .nullable(),
};

type Identity = z.infer<z.ZodObject<typeof identityShape>>;

/**
 * Empty values of the identity fields.
 * @param factors the owner's authenticator apps.
 */
export function noIdentity(factors: Factor[]): Identity {
  return { password: "", factorId: factors[0]?.id ?? "", code: factors.length > 0 ? "" : null };
}

interface ConfirmedFormProps<T extends Identity, Output extends Identity> {
  form: UseFormReturn<T, unknown, Output>;
  /** The owner's authenticator apps. */
  factors: Factor[];
  action: { label: string; pending: string; look?: "primary" | "danger" };
  /** Prefix for the message of a failure that belongs to no field. */
  failure: string;
  /** Maps error codes of the backend to fields. */
  fields?: Record<string, Path<T>>;
  /** Called with the password after the second factor was verified. */
  onSubmit: (values: Output) => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks for proof that a stolen session lacks: the password, and a code of the second factor. */
export function ConfirmedForm<T extends Identity, Output extends Identity>(
  props: ConfirmedFormProps<T, Output>,
) {
  const { factors, action, onSubmit, onCancel, children } = props;
  // This component only uses the identity fields of the form.
  const form = props.form as unknown as UseFormReturn<Identity, unknown, Output>;
  const { isSubmitting } = form.formState;
  const [failed, setFailed] = useState<Error | null>(null);
  const verifying = useMutation(verifyCodeMutation(useArea()));
  const ownFields = IDENTITY_ERRORS as Record<string, Path<T>>;
  const backend = fieldErrors(props.form, { ...ownFields, ...props.fields });
  const submit = useSubmitOnce(
    form.handleSubmit(async (values) => {
      const { factorId, code } = values;
      setFailed(null);
      try {
        // Each code works only once; it stays verified while the password is retried.
        const isProved = verifying.isSuccess && verifying.variables.code === code;
        if (code !== null && !isProved) await verifying.mutateAsync({ factorId, code });
        await onSubmit(values);
      } catch (error) {
        setFailed(error as Error);
        backend.show(error);
      }
    }),
  );
  const message = backend.otherMessage(failed);
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      {children}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        required
        {...fieldOf(form, "password")}
      />
      <FactorSelect factors={factors} {...form.register("factorId")} />
      {factors.length > 0 && (
        <CodeField
          required
          hint="The six digits your authenticator app shows now."
          {...fieldOf(form, "code")}
        />
      )}
      {message && (
        <Notice>
          {props.failure} {message}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" look={action.look ?? "primary"} pending={isSubmitting}>
          {isSubmitting ? action.pending : action.label}
        </Button>
      </div>
    </form>
  );
}

const IDENTITY_ERRORS: Record<string, keyof Identity> = {
  current_password_invalid: "password",
  current_password_required: "password",
  mfa_verification_failed: "code",
  reauthentication_needed: "code",
};
