import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeliverySetting } from "../../../supabase/functions/send-notices/contract.ts";
import { factorsQuery } from "../../account/factors/factors-queries.ts";
import { mayCloseEditor } from "../../forms/unsaved-form.ts";
import { Button } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Modal } from "../../ui/modal.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DeliveryForm, StopForm } from "./delivery-form.tsx";
import { deliveryQuery } from "./notices-queries.ts";

/** Configures the delivery of notices, unless the server's variables do. */
export function DeliverySettings() {
  const query = useQuery(deliveryQuery);
  const [opened, setOpened] = useState<"change" | "stop" | null>(null);
  const { data } = query;
  if (!data) return <FailedRead query={query} what="The settings of notices" />;
  if (data.isFixed) return <Fixed byMail={data.mail !== null} />;
  const isSet = data.mail !== null || data.webhook !== null;
  const close = () => {
    if (mayCloseEditor()) setOpened(null);
  };
  return (
    <>
      <Button onClick={() => setOpened("change")}>{isSet ? "Change…" : "Set Up…"}</Button>
      {isSet && <Button onClick={() => setOpened("stop")}>Turn Off…</Button>}
      {opened && (
        <Modal
          title={opened === "change" ? "How notices are sent" : "Turn off notices"}
          width="lg"
          onClose={close}
        >
          <SettingsForm isStop={opened === "stop"} setting={data} onClose={close} />
        </Modal>
      )}
    </>
  );
}

function Fixed({ byMail }: { byMail: boolean }) {
  return (
    <p className="self-center text-soft">
      The server's variables <code>{byMail ? "FOYER_SMTP_URL" : "FOYER_WEBHOOK_URL"}</code> and{" "}
      <code>{byMail ? "FOYER_MAIL_TO" : "FOYER_WEBHOOK_SECRET"}</code> set this; change them there.
    </p>
  );
}

/** Both forms ask for a code, so the owner's authenticator apps are loaded first. */
function SettingsForm(props: { isStop: boolean; setting: DeliverySetting; onClose: () => void }) {
  const { isStop, ...rest } = props;
  const factors = useQuery(factorsQuery("admin"));
  if (!factors.data) {
    if (!factors.error) return <SkeletonRows />;
    return <FailedRead query={factors} what="Your authenticator apps" />;
  }
  const Form = isStop ? StopForm : DeliveryForm;
  return <Form {...rest} factors={factors.data} />;
}
