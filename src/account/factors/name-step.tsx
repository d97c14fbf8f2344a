import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { NAME_MAX_LENGTH } from "../../../shared/limits.ts";
import { useArea } from "../../auth/session-context.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { fieldErrors } from "../field-errors.ts";
import type { Enrollment } from "./factors-api.ts";
import { enrollMutation } from "./factors-queries.ts";

/** Asks for a new authenticator app's name, to distinguish several, and for the password. */
export function NameStep(props: {
  onEnrolled: (enrollment: Enrollment) => void;
  onCancel: () => void;
}) {
  const { onEnrolled, onCancel } = props;
  const form = useForm({ defaultValues: { name: "", password: "" } });
  const enrolling = useMutation(enrollMutation(useArea()));
  const refusals = fieldErrors(form, FIELDS);
  const failure = refusals.otherMessage(enrolling.error);
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ name, password }) => {
      await enrolling.mutateAsync({ name: name.trim(), password }).then(onEnrolled, refusals.show);
    }),
  );
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <TextField
        label="Name"
        required
        autoComplete="off"
        hint="Where the app is, such as “Phone” or “Tablet”."
        {...fieldOf(form, "name", {
          validate: (name) =>
            name.trim() === ""
              ? "Please enter a name."
              : [...name.trim()].length <= NAME_MAX_LENGTH ||
                `Please use at most ${NAME_MAX_LENGTH} characters.`,
        })}
      />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        {...fieldOf(form, "password", {
          validate: (password) => password !== "" || "Please enter your current password.",
        })}
      />
      {failure && <Notice>{failure}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" pending={enrolling.isPending}>
          {enrolling.isPending ? "Preparing..." : "Continue"}
        </Button>
      </div>
    </form>
  );
}

/** Maps error codes of the backend to fields. */
const FIELDS = {
  current_password_invalid: "password",
  // Supabase's code when the sign-in that checks the password fails.
  invalid_credentials: "password",
  mfa_factor_name_conflict: "name",
} as const;
