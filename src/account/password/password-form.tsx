import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { PASSWORD_MIN_LENGTH } from "../../../shared/password.ts";
import { useArea, useUser } from "../../auth/session-context.tsx";
import { infoValuesQuery } from "../../lib/info-values.ts";
import { Button } from "../../ui/button.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { changePasswordMutation } from "../account-queries.ts";
import { fieldErrors } from "../field-errors.ts";
import { Section } from "../section.tsx";
import type { PasswordEstimate } from "./estimate-password.ts";
import { type PasswordValues, passwordSchema, refusalOf } from "./password-rules.ts";

/** Changes the password, which ends all other sessions. */
export function PasswordForm() {
  const area = useArea();
  const { email } = useUser();
  const { data: names } = useQuery(infoValuesQuery(area, NAMES));
  const known = [email, location.hostname, ...Object.values(names ?? {})].join(" ");
  const { form, submit, failure, isSaving } = usePasswordForm(known);
  const next = useWatch({ control: form.control, name: "next" });
  const strength = useEstimate(next, known);
  return (
    <Section title="Password" text="A new password signs out all your other devices.">
      <form className="grid gap-5" noValidate onSubmit={submit} aria-label="Change password">
        {/* Tells password managers which account this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          {...fieldOf(form, "current")}
        />
        <PasswordField
          label="New password"
          required
          hint={<StrengthMeter estimate={strength} />}
          {...fieldOf(form, "next")}
        />
        {failure && <Notice>{failure}</Notice>}
        <Button type="submit" look="primary" className="justify-self-start" pending={isSaving}>
          {isSaving ? "Changing..." : "Change Password"}
        </Button>
      </form>
    </Section>
  );
}

const NAMES = ["displayName", "fullName"] as const;

function usePasswordForm(known: string) {
  const form = useForm<PasswordValues>({
    resolver: zodResolver(passwordSchema),
    defaultValues: { current: "", next: "" },
  });
  const saving = useMutation({
    ...changePasswordMutation(useArea()),
    onSuccess: () => {
      form.reset();
      toast.success("Password changed. All other devices were signed out.");
    },
  });
  const errors = fieldErrors(form, FIELDS);
  const checking = useMutation({
    mutationFn: ({ next }: PasswordValues) => estimate(next, known),
  });
  const submit = useSubmitOnce(
    form.handleSubmit(async (values) => {
      saving.reset();
      const found = await checking.mutateAsync(values).catch(() => null);
      if (!found) return;
      const refusal = refusalOf(found);
      if (refusal) form.setError("next", { message: refusal }, { shouldFocus: true });
      else await saving.mutateAsync(values).catch(errors.show);
    }),
  );
  return {
    form,
    submit,
    isSaving: checking.isPending || saving.isPending,
    /** Why the last attempt failed, unless a field shows it. */
    failure: checking.error ? UNCHECKED : errors.otherMessage(saving.error),
  };
}

const UNCHECKED =
  "The password's strength could not be checked. Check your connection and try again.";

/** Maps error codes of the backend to fields. */
const FIELDS: Record<string, keyof PasswordValues> = {
  current_password_invalid: "current",
  current_password_required: "current",
  weak_password: "next",
  same_password: "next",
};

/** The hint below a new password: the rule and, while typing, the strength. */
function StrengthMeter({ estimate }: { estimate: PasswordEstimate | null }) {
  const rule = `At least ${PASSWORD_MIN_LENGTH} characters. A few unrelated words work well.`;
  if (!estimate) return rule;
  const { score, warning } = estimate;
  const { word, tone } = LEVELS[score];
  return (
    <>
      <span aria-hidden="true" className="mb-1.5 grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((level) => (
          <span
            key={level}
            className={`h-1 rounded-full ${level <= Math.max(score, 1) ? tone : "bg-line"}`}
          />
        ))}
      </span>
      <span role="status">
        Strength: {word}. {warning}
      </span>
    </>
  );
}

const LEVELS = [
  { word: "very weak", tone: "bg-bad" },
  { word: "weak", tone: "bg-bad" },
  { word: "fair", tone: "bg-accent" },
  { word: "good", tone: "bg-good" },
  { word: "strong", tone: "bg-good" },
] as const;

/** Loads the estimator, half a megabyte, when it is first needed. */
async function estimate(password: string, known: string): Promise<PasswordEstimate> {
  const { estimatePassword } = await import("./estimate-password.ts");
  return estimatePassword(password, known);
}

/**
 * The strength of the password being typed; null while it is empty or the estimator is loading. It
 * stays null when loading fails: submitting the form tries again and reports the failure.
 */
function useEstimate(password: string, known: string): PasswordEstimate | null {
  const typed = useDeferredValue(password);
  const [found, setFound] = useState<PasswordEstimate | null>(null);
  useEffect(() => {
    if (typed === "") return setFound(null);
    let isCurrent = true;
    estimate(typed, known).then(
      (next) => isCurrent && setFound(next),
      () => isCurrent && setFound(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [typed, known]);
  return found;
}
