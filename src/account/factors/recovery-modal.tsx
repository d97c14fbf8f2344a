import { useMutation } from "@tanstack/react-query";
import { useArea } from "../../auth/session-context.tsx";
import { Modal } from "../../ui/modal.tsx";
import type { Factor } from "./factors-api.ts";
import { replaceCodesMutation } from "./factors-queries.ts";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface RecoveryModalProps {
  /** The account's authenticator apps, one of which confirms the new codes. */
  factors: [Factor, ...Factor[]];
  /** Number of unused codes, which stop working. */
  left: number;
  onClose: () => void;
}

/** Creates recovery codes after a code of an app, because a stolen session must not suffice. */
export function RecoveryModal({ factors, left, onClose }: RecoveryModalProps) {
  const replacing = useMutation(replaceCodesMutation(useArea()));
  return (
    <Modal title="Recovery codes" width="sm" onClose={onClose}>
      {replacing.data ? (
        <RecoveryCodes codes={replacing.data} onDone={onClose} />
      ) : (
        <ProofForm
          factors={factors}
          hint="The six digits the app shows now."
          action={{ label: "Create Codes", pending: "Creating...", look: "primary" }}
          error={replacing.error}
          isPending={replacing.isPending}
          onSubmit={replacing.mutateAsync}
          onCancel={onClose}
        >
          <p>
            {left > 0
              ? "You get new codes, and the earlier ones stop working."
              : "Each code signs you in once if you lose your device."}
          </p>
        </ProofForm>
      )}
    </Modal>
  );
}
