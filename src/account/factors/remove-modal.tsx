import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { useArea } from "../../auth/session-context.tsx";
import { Modal } from "../../ui/modal.tsx";
import type { Factor } from "./factors-api.ts";
import { removeFactorMutation } from "./factors-queries.ts";
import { ProofForm } from "./proof-form.tsx";

interface RemoveModalProps {
  factor: Factor;
  /** The remaining apps. If there are any, a code of one is required, which shows that it works. */
  others: Factor[];
  onClose: () => void;
}

/** Removes an authenticator app after a code, because a stolen session must not suffice. */
export function RemoveModal({ factor, others, onClose }: RemoveModalProps) {
  const [proving, ...more] = others;
  const removing = useMutation(removeFactorMutation(useArea()));
  return (
    <Modal title="Remove authenticator app" width="sm" onClose={onClose}>
      <ProofForm
        factors={proving ? [proving, ...more] : [factor]}
        hint={hintOf(others)}
        action={{ label: "Remove", pending: "Removing...", look: "danger" }}
        error={removing.error}
        isPending={removing.isPending}
        onSubmit={async (proof) => {
          await removing.mutateAsync({ id: factor.id, proof });
          toast.success("Authenticator app removed.");
          onClose();
        }}
        onCancel={onClose}
      >
        <p>
          Codes from “<bdi className="wrap-anywhere">{factor.name || "Unnamed"}</bdi>” stop working.
          {!proving && " From then on only your password protects this account."}
        </p>
      </ProofForm>
    </Modal>
  );
}

function hintOf(others: Factor[]): string {
  if (others.length === 0) return "The six digits the app shows now.";
  return `From ${others.length === 1 ? `“${others[0]?.name}”` : "the selected app"}, which stays.`;
}
