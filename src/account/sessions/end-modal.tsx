import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { deviceName } from "../../../shared/device-name.ts";
import { useArea } from "../../auth/session-context.tsx";
import { Modal } from "../../ui/modal.tsx";
import type { OwnSession } from "../account-api.ts";
import { endSessionsMutation } from "../account-queries.ts";
import { ConfirmedForm, identityShape, noIdentity } from "../confirmed-form.tsx";

interface EndModalProps {
  /** The session to end; null to end all but the current one. */
  session: OwnSession | null;
  onClose: () => void;
}

/** Ends other sessions after the password, because a stolen session must not sign its user out. */
export function EndModal({ session, onClose }: EndModalProps) {
  const ending = useMutation(endSessionsMutation(useArea()));
  const form = useForm({
    resolver: zodResolver(z.object(identityShape)),
    defaultValues: noIdentity([]),
  });
  useEffect(() => form.setFocus("password"), [form]);
  return (
    <Modal
      title={session ? "Sign out this device" : "Sign out all other devices"}
      width="sm"
      onClose={onClose}
    >
      <ConfirmedForm
        form={form}
        factors={[]}
        action={{ label: "Sign Out", pending: "Signing out...", look: "danger" }}
        failure="Could not sign out."
        onSubmit={async ({ password }) => {
          await ending.mutateAsync({ password, id: session?.id });
          toast.success(session ? "Device signed out." : "All other devices were signed out.");
          onClose();
        }}
        onCancel={onClose}
      >
        <p>
          {session ? (
            <>
              “<bdi className="wrap-anywhere">{deviceName(session.user_agent)}</bdi>” loses
            </>
          ) : (
            "All your other devices lose"
          )}{" "}
          access at once.
        </p>
      </ConfirmedForm>
    </Modal>
  );
}
