import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { useArea } from "../../auth/session-context.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { Enrollment } from "./factors-api.ts";
import { verifyCodeMutation } from "./factors-queries.ts";
import { ProofForm } from "./proof-form.tsx";

/** Shows the new authenticator app's QR code and secret, and asks for its first code. */
export function ConfirmStep(props: {
  enrollment: Enrollment;
  /** Whether this is the account's first app, which ends all other sessions. */
  isFirst: boolean;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { enrollment, isFirst, onDone, onCancel } = props;
  const { id, qrCode, secret } = enrollment;
  const verifying = useMutation(verifyCodeMutation(useArea()));
  return (
    <ProofForm
      factors={[{ id, name: "" }]}
      hint="The six digits the app shows now."
      note={
        isFirst &&
        "From then on every sign-in asks for a code, and your other devices are signed out."
      }
      action={{ label: "Add", pending: "Adding...", look: "primary" }}
      error={verifying.error}
      isPending={verifying.isPending}
      onSubmit={async (proof) => {
        await verifying.mutateAsync(proof);
        toast.success("Authenticator app added.");
        onDone();
      }}
      onCancel={onCancel}
    >
      <p>Scan this code with your authenticator app, or enter the key there.</p>
      <div className="flex flex-wrap items-center gap-5">
        <img
          src={qrCode}
          alt="QR code for your authenticator app"
          className="size-44 shrink-0 rounded border bg-white"
        />
        <SecretKey secret={secret} />
      </div>
    </ProofForm>
  );
}

function SecretKey({ secret }: { secret: string }) {
  return (
    <div className="grid min-w-0 flex-1 basis-40 gap-1.5">
      <p className="text-small font-semibold text-soft">Key</p>
      {/* Apps accept the key with spaces. */}
      <code className="select-all wrap-break-word text-note">
        {secret.match(/.{1,4}/g)?.join(" ")}
      </code>
      <CopyButton
        className="justify-self-start"
        text={secret}
        copied="Key copied."
        failed="The key could not be copied. Select it instead."
      >
        Copy Key
      </CopyButton>
    </div>
  );
}
