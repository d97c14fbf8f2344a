import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { CODE_RULES, CodeField } from "../../auth/code-field.tsx";
import type { Area } from "../../lib/area.ts";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Factor } from "./factors-api.ts";
import { removeFactorMutation } from "./factors-queries.ts";

interface RemoveModalProps {
  area: Area;
  factor: Factor;
  /** The apps that stay; a code of one of them is asked for, if there is any: it shows that it works. */
  others: Factor[];
  onClose: () => void;
}

/** Removes an authenticator app, with a code: a stolen session must not be enough. */
export function RemoveModal({ area, factor, others, onClose }: RemoveModalProps) {
  const proving = others[0] ?? factor;
  const form = useForm({ defaultValues: { factorId: proving.id, code: "" } });
  const removing = useMutation(removeFactorMutation(area));
  const isLast = others.length === 0;
  const submit = useSubmitOnce(
    form.handleSubmit(async (proof) => {
      try {
        await removing.mutateAsync({ id: factor.id, proof });
        toast.success("Authenticator app removed.");
        onClose();
      } catch {
        form.setFocus("code", { shouldSelect: true });
      }
    }),
  );
  useEffect(() => form.setFocus("code"), [form]);
  return (
    <Modal title="Remove authenticator app" width="sm" onClose={onClose}>
      <form className="grid gap-5" noValidate onSubmit={submit}>
        <p>
          Codes from “<bdi className="wrap-anywhere">{factor.name || "Unnamed"}</bdi>” stop working.
          {isLast && " From then on only your password protects this account."}
        </p>
        {others.length > 1 && (
          <SelectField label="Confirm with" {...form.register("factorId")}>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name || "Unnamed"}
              </option>
            ))}
          </SelectField>
        )}
        <CodeField
          required
          hint={hintOf(proving, others)}
          error={form.formState.errors.code?.message}
          {...form.register("code", CODE_RULES)}
        />
        {removing.error && <Notice>{messageOf(removing.error)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} disabled={removing.isPending}>
            Cancel
          </Button>
          <Button type="submit" look="danger" pending={removing.isPending}>
            {removing.isPending ? "Removing..." : "Remove"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function hintOf({ name }: Factor, others: Factor[]): string {
  if (others.length === 0) return "The six digits the app shows now.";
  return `From ${others.length === 1 ? `“${name}”` : "the selected app"}, which stays.`;
}
