import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../../shared/limits.ts";
import { useArea, useUser } from "../../auth/session-context.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { changeEmailMutation } from "../account-queries.ts";
import { fieldErrors } from "../field-errors.ts";
import { Section } from "../section.tsx";

/** Changes the email address used to sign in. */
export function EmailForm() {
  const { form, submit, failure, isSaving } = useEmailForm();
  return (
    <Section title="Email" text="The address you sign in with.">
      <form className="grid gap-5" noValidate onSubmit={submit} aria-label="Change email">
        <TextField
          label="New email"
          type="email"
          required
          autoComplete="email"
          spellCheck={false}
          {...fieldOf(form, "email")}
        />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          {...fieldOf(form, "current")}
        />
        {failure && <Notice>{failure}</Notice>}
        <Button type="submit" look="primary" className="justify-self-start" pending={isSaving}>
          {isSaving ? "Changing..." : "Change Email"}
        </Button>
      </form>
    </Section>
  );
}

function useEmailForm() {
  const { email: present } = useUser();
  const form = useForm<EmailValues>({
    resolver: zodResolver(emailSchema),
    defaultValues: { email: "", current: "" },
  });
  const saving = useMutation({
    ...changeEmailMutation(useArea()),
    onSuccess: () => {
      form.reset();
      toast.success("Email changed.");
    },
  });
  const errors = fieldErrors(form, FIELDS);
  const submit = useSubmitOnce(
    form.handleSubmit(async (values) => {
      if (values.email.toLowerCase() === present.toLowerCase()) {
        form.setError("email", { message: "This is your current email." }, { shouldFocus: true });
      } else {
        await saving.mutateAsync(values).catch(errors.show);
      }
    }),
  );
  return {
    form,
    submit,
    isSaving: saving.isPending,
    /** Why the last attempt failed, unless a field shows it. */
    failure: errors.otherMessage(saving.error),
  };
}

const emailSchema = z.object({
  email: z
    .string()
    .trim()
    .min(1, { error: "Please enter the new email.", abort: true })
    .max(ACCOUNT_EMAIL_MAX_LENGTH, {
      error: `Please use at most ${ACCOUNT_EMAIL_MAX_LENGTH} characters.`,
      abort: true,
    })
    .pipe(z.email("Please enter an email address, such as name@example.com.")),
  current: z.string().min(1, "Please enter your current password."),
});

type EmailValues = z.infer<typeof emailSchema>;

/** Maps error codes of the backend to fields. */
const FIELDS: Record<string, keyof EmailValues> = {
  current_password_invalid: "current",
  current_password_required: "current",
  email_exists: "email",
  email_address_invalid: "email",
  validation_failed: "email",
};
