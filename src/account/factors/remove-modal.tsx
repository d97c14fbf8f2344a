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
  /** The apps that stay; a code of one of them is asked for, which shows that it works. */
  others: Factor[];
  onClose: () => void;
}

/** Removes an authenticator app. */
export function RemoveModal({ area, factor, others, onClose }: RemoveModalProps) {
  const form = useForm({ defaultValues: { factorId: others[0]?.id ?? "", code: "" } });
  const removing = useMutation(removeFactorMutation(area));
  const isLast = others.length === 0;
  const submit = useSubmitOnce(
    form.handleSubmit(async (proof) => {
      try {
        await removing.mutateAsync(isLast ? { id: factor.id } : { id: factor.id, proof });
        toast.success("Authenticator app removed.");
        onClose();
      } catch {
        if (!isLast) form.setFocus("code", { shouldSelect: true });
      }
    }),
  );
  useEffect(() => {
    if (!isLast) form.setFocus("code");
  }, [form, isLast]);
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
        {!isLast && (
          <CodeField
            required
            hint={`From ${others.length === 1 ? `“${others[0]?.name}”` : "the selected app"}, which stays.`}
            error={form.formState.errors.code?.message}
            {...form.register("code", CODE_RULES)}
          />
        )}
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
