import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useArea } from "../../auth/session-context.tsx";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import type { Enrollment } from "./factors-api.ts";
import { abandonMutation, createCodesMutation } from "./factors-queries.ts";
import { NameStep } from "./name-step.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/**
 * Adds an authenticator app: its name, then its QR code and a first code, and recovery codes unless
 * the account has some.
 */
export function EnrollModal(props: { isFirst: boolean; hasCodes: boolean; onClose: () => void }) {
  const { isFirst, hasCodes, onClose } = props;
  const area = useArea();
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const creating = useMutation(createCodesMutation(area));
  const abandoning = useMutation(abandonMutation(area));
  const body = useRef<HTMLDivElement>(null);
  // Runs after the dialog has opened and focused its first button.
  useEffect(() => body.current?.querySelector("input")?.focus(), []);
  function close() {
    // Abandons an unfinished enrollment, whose name would otherwise stay taken for some minutes.
    if (enrollment && creating.isIdle) abandoning.mutate(enrollment.id);
    onClose();
  }
  return (
    <Modal
      title={creating.isIdle ? "Add authenticator app" : "Recovery codes"}
      width="lg"
      onClose={close}
    >
      <div ref={body}>
        {creating.data ? (
          <RecoveryCodes codes={creating.data} onDone={onClose} />
        ) : creating.error ? (
          <Notice action={<Button onClick={() => creating.mutate()}>Try again</Button>}>
            Your authenticator app was added, but not the recovery codes:{" "}
            {messageOf(creating.error)}
          </Notice>
        ) : creating.isPending ? (
          <SkeletonRows rows={5} />
        ) : enrollment ? (
          <ConfirmStep
            enrollment={enrollment}
            isFirst={isFirst}
            onDone={hasCodes ? onClose : () => creating.mutate()}
            onCancel={close}
          />
        ) : (
          <NameStep onEnrolled={setEnrollment} onCancel={close} />
        )}
      </div>
    </Modal>
  );
}
