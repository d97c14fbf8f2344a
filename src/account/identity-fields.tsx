import { useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";
import { CODE_RULES, CodeField } from "../auth/code-field.tsx";
import { SelectField } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import type { Factor } from "./factors/factors-api.ts";
import { verifyCodeMutation } from "./factors/factors-queries.ts";

/** What a form asks for before something that a stolen session must not be enough for. */
export const identityShape = {
  password: z.string().min(1, "Please enter your password."),
  factorId: z.string(),
  /** Null without an authenticator app. */
  code: z
    .string()
    .refine((code) => CODE_RULES.validate(code) === true, {
      error: "Please enter the six digits your app shows.",
    })
    .nullable(),
};

type IdentityValues = z.infer<z.ZodObject<typeof identityShape>>;

/** The empty fields. @param factors the owner's authenticator apps. */
export function noIdentity(factors: Factor[]): IdentityValues {
  return { password: "", factorId: factors[0]?.id ?? "", code: factors.length > 0 ? "" : null };
}

/** The owner's password, and a code where there is a second factor. */
export function IdentityFields<T extends IdentityValues, Output>(props: {
  form: UseFormReturn<T, unknown, Output>;
  factors: Factor[];
}) {
  const { factors } = props;
  // The form's other fields do not matter here.
  const form = props.form as unknown as UseFormReturn<IdentityValues>;
  const { errors } = form.formState;
  return (
    <>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...form.register("password")}
      />
      {factors.length > 1 && (
        <SelectField label="Confirm with" {...form.register("factorId")}>
          {factors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || "Unnamed"}
            </option>
          ))}
        </SelectField>
      )}
      {factors.length > 0 && (
        <CodeField
          required
          hint="The six digits your authenticator app shows now."
          error={errors.code?.message}
          {...form.register("code")}
        />
      )}
    </>
  );
}

/** Proves the second factor, if there is one; the password is part of the call it allows. */
export function useIdentity() {
  const verifying = useMutation(verifyCodeMutation("admin"));
  return {
    async prove({ factorId, code }: Omit<IdentityValues, "password">): Promise<void> {
      // A code counts once; it stays confirmed for another try of the password.
      const isProven = verifying.isSuccess && verifying.variables.code === code;
      if (code !== null && !isProven) await verifying.mutateAsync({ factorId, code });
    },
    error: verifying.error,
  };
}

/** The field that each refusal by the backend belongs to. */
export const IDENTITY_ERRORS = {
  current_password_invalid: "password",
  current_password_required: "password",
  mfa_verification_failed: "code",
  reauthentication_needed: "code",
} as const;
