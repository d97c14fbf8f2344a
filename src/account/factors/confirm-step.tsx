import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { CODE_RULES, CodeField } from "../../auth/code-field.tsx";
import type { Area } from "../../lib/area.ts";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Enrollment } from "./factors-api.ts";
import { verifyCodeMutation } from "./factors-queries.ts";

/** Shows the new authenticator app's QR code and secret, and asks for its first code. */
export function ConfirmStep(props: {
  area: Area;
  enrollment: Enrollment;
  /** Whether this is the account's first app, which ends all other sessions. */
  isFirst: boolean;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { area, enrollment, isFirst, onDone, onCancel } = props;
  const { id, qrCode, secret } = enrollment;
  const form = useForm({ defaultValues: { code: "" } });
  const verifying = useMutation(verifyCodeMutation(area));
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ code }) => {
      try {
        await verifying.mutateAsync({ factorId: id, code });
        toast.success("Authenticator app added.");
        onDone();
      } catch {
        form.setFocus("code", { shouldSelect: true });
      }
    }),
  );
  useEffect(() => form.setFocus("code"), [form]);
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <p>Scan this code with your authenticator app, or enter the key there.</p>
      <div className="flex flex-wrap items-center gap-5">
        <img
          src={qrCode}
          alt="QR code for your authenticator app"
          className="size-44 shrink-0 rounded border bg-white"
        />
        <SecretKey secret={secret} />
      </div>
      <CodeField
        required
        hint="The six digits the app shows now."
        error={form.formState.errors.code?.message}
        {...form.register("code", CODE_RULES)}
      />
      {isFirst && (
        <p className="text-small text-soft">
          From then on every sign-in asks for a code, and your other devices are signed out.
        </p>
      )}
      {verifying.error && <Notice>{messageOf(verifying.error)}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel} disabled={verifying.isPending}>
          Cancel
        </Button>
        <Button type="submit" look="primary" pending={verifying.isPending}>
          {verifying.isPending ? "Adding..." : "Add"}
        </Button>
      </div>
    </form>
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
