import { type ReactNode, useEffect } from "react";
import { useForm } from "react-hook-form";
import { CODE_RULES, CodeField } from "../../auth/code-field.tsx";
import { FactorSelect, type NamedFactor } from "../../auth/factor-select.tsx";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Proof } from "./factors-api.ts";

interface ProofFormProps {
  /** The apps whose codes are accepted, at least one. */
  factors: [NamedFactor, ...NamedFactor[]];
  hint: string;
  /** Shown below the code. */
  note?: ReactNode;
  action: { label: string; pending: string; look: "primary" | "danger" };
  error: Error | null;
  isPending: boolean;
  /** Rejects when the code is refused; the form then asks for another one. */
  onSubmit: (proof: Proof) => Promise<unknown>;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks for a code before an action for which a stolen session must not suffice. */
export function ProofForm(props: ProofFormProps) {
  const { factors, hint, note, action, error, isPending, onSubmit, onCancel, children } = props;
  const form = useForm({ defaultValues: { factorId: factors[0].id, code: "" } });
  const submit = useSubmitOnce(
    form.handleSubmit(async (proof) => {
      try {
        await onSubmit(proof);
      } catch {
        form.setFocus("code", { shouldSelect: true });
      }
    }),
  );
  useEffect(() => form.setFocus("code"), [form]);
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      {children}
      <FactorSelect factors={factors} {...form.register("factorId")} />
      <CodeField required hint={hint} {...fieldOf(form, "code", CODE_RULES)} />
      {note && <p className="text-small text-soft">{note}</p>}
      {error && <Notice>{messageOf(error)}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" look={action.look} pending={isPending}>
          {isPending ? action.pending : action.label}
        </Button>
      </div>
    </form>
  );
}
