import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Area } from "../../lib/area.ts";
import { Modal } from "../../ui/modal.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import type { Enrollment } from "./factors-api.ts";
import { abandonMutation } from "./factors-queries.ts";
import { NameStep } from "./name-step.tsx";

/** Adds an authenticator app: its name, then its QR code and a first code. */
export function EnrollModal({
  area,
  isFirst,
  onClose,
}: {
  area: Area;
  isFirst: boolean;
  onClose: () => void;
}) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const abandoning = useMutation(abandonMutation(area));
  const body = useRef<HTMLDivElement>(null);
  // Runs after the dialog has opened, which focuses its first button.
  useEffect(() => body.current?.querySelector("input")?.focus(), []);
  function close() {
    // Its name would stay taken for some minutes.
    if (enrollment) abandoning.mutate(enrollment.id);
    onClose();
  }
  return (
    <Modal title="Add authenticator app" width="lg" onClose={close}>
      <div ref={body}>
        {enrollment ? (
          <ConfirmStep
            area={area}
            enrollment={enrollment}
            isFirst={isFirst}
            onDone={onClose}
            onCancel={close}
          />
        ) : (
          <NameStep area={area} onEnrolled={setEnrollment} onCancel={close} />
        )}
      </div>
    </Modal>
  );
}
