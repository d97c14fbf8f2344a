import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import type { Factor } from "../../account/factors/factors-api.ts";
import { fieldErrors } from "../../account/field-errors.ts";
import {
  IDENTITY_ERRORS,
  IdentityFields,
  identityShape,
  noIdentity,
  useIdentity,
} from "../../account/identity-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import { useSaveDelivery } from "./notices-queries.ts";

/** Removes what the panel set. */
export function StopForm({ factors, onClose }: { factors: Factor[]; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: noIdentity(factors) });
  const identity = useIdentity();
  const saving = useSaveDelivery();
  const errors = fieldErrors(form, IDENTITY_ERRORS);
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ password, ...proof }) => {
      try {
        await identity.prove(proof);
        await saving.mutateAsync({ delivery: null, password });
        toast.success("Notices are off.");
        onClose();
      } catch (error) {
        errors.show(error);
      }
    }),
  );
  const failure = errors.otherMessage(identity.error ?? saving.error);
  const { isSubmitting } = form.formState;
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <p>
        The address and its passwords are deleted from the server, and notices that are waiting are
        discarded.
      </p>
      <IdentityFields form={form} factors={factors} />
      {failure && <Notice>Notices could not be turned off: {failure}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" look="danger" pending={isSubmitting}>
          {isSubmitting ? "Turning off..." : "Turn Off"}
        </Button>
      </div>
    </form>
  );
}

const schema = z.object(identityShape);
