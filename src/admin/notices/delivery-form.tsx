import { zodResolver } from "@hookform/resolvers/zod";
import { type Resolver, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import {
  type DeliverySetting,
  mailDeliverySchema,
  webhookDeliverySchema,
} from "../../../supabase/functions/send-notices/contract.ts";
import { ConfirmedForm, identityShape, noIdentity } from "../../account/confirmed-form.tsx";
import type { Factor } from "../../account/factors/factors-api.ts";
import { useUser } from "../../auth/session-context.tsx";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { useSaveDelivery } from "./notices-queries.ts";

interface FormProps {
  setting: DeliverySetting;
  /** The owner's authenticator apps. */
  factors: Factor[];
  onClose: () => void;
}

/** The form for a mail server or webhook. Empty fields keep stored passwords and URLs. */
export function DeliveryForm({ setting, factors, onClose }: FormProps) {
  const { form, save } = useDeliveryForm({ setting, factors, onClose });
  const transport = useWatch({ control: form.control, name: "transport" });
  return (
    <ConfirmedForm
      form={form}
      factors={factors}
      action={{ label: "Save", pending: "Saving..." }}
      failure="The settings were not saved:"
      fields={ERRORS}
      onSubmit={save}
      onCancel={onClose}
    >
      <SelectField label="Send notices by" {...form.register("transport")}>
        <option value="mail">Mail</option>
        <option value="webhook">Webhook</option>
      </SelectField>
      {transport === "mail" ? (
        <MailFields form={form} hasPassword={setting.mail?.hasPassword === true} />
      ) : (
        <WebhookFields form={form} host={setting.webhook?.host} />
      )}
    </ConfirmedForm>
  );
}

function MailFields({ form, hasPassword }: { form: DeliveryForm; hasPassword: boolean }) {
  return (
    <>
      <TextField {...lineOf(form, "to")} label="Send to" type="email" required />
      <div className="grid gap-5 sm:grid-cols-[1fr_6rem]">
        <TextField
          {...lineOf(form, "host")}
          label="Mail server"
          hint="Such as smtp.example.com"
          required
        />
        <TextField {...lineOf(form, "port")} label="Port" inputMode="numeric" required />
      </div>
      <SelectField
        label="Encryption"
        {...form.register("secure", {
          setValueAs: (value) => String(value) === "true",
          onChange: ({ target }) => {
            const [from, to] = target.value === "true" ? ["587", "465"] : ["465", "587"];
            if (form.getValues("port") === from) form.setValue("port", to, { shouldDirty: true });
          },
        })}
      >
        <option value="true">TLS, usually port 465</option>
        <option value="false">STARTTLS, usually port 587</option>
      </SelectField>
      <TextField
        {...lineOf(form, "user")}
        label="User name"
        hint="Empty if the server asks for none."
      />
      <PasswordField
        label="Password of this user"
        hint={hasPassword ? "A password is stored. Leave this empty to keep it." : undefined}
        {...fieldOf(form, "serverPassword")}
      />
      <TextField
        {...lineOf(form, "from")}
        label="Sender"
        type="email"
        hint="Empty for the user name, if it is an address."
      />
    </>
  );
}

/** @param host of the stored webhook. */
function WebhookFields({ form, host }: { form: DeliveryForm; host: string | undefined }) {
  const isNew = host === undefined;
  const stored = (what: string) => `${what} is stored. Leave this empty to keep it.`;
  const signs = "Signs what is sent, as in Standard Webhooks. The receiver needs it too.";
  return (
    <>
      <TextField
        {...lineOf(form, "url")}
        label="Address"
        type="url"
        required={isNew}
        hint={isNew ? undefined : stored(`An address at ${host}`)}
      />
      <TextField
        {...lineOf(form, "secret")}
        label="Secret"
        required={isNew}
        hint={isNew ? signs : stored("A secret")}
      />
      <Button
        className="justify-self-start"
        onClick={() => form.setValue("secret", newSecret(), { shouldDirty: true })}
      >
        Create a secret
      </Button>
    </>
  );
}

/** Props that all text fields share. */
function lineOf(form: DeliveryForm, name: keyof Values) {
  return { spellCheck: false, autoComplete: "off", ...fieldOf(form, name) };
}

function newSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
}

function useDeliveryForm({ setting, factors, onClose }: FormProps) {
  const { email } = useUser();
  const { mail, webhook } = setting;
  const form = useForm<Values, unknown, Output>({
    // The schema has the fields of one transport, but the form has the fields of both.
    resolver: zodResolver(schema) as unknown as Resolver<Values, unknown, Output>,
    defaultValues: {
      transport: webhook ? "webhook" : "mail",
      host: mail?.host ?? "",
      port: String(mail?.port ?? 465),
      secure: mail?.secure ?? true,
      user: mail?.user ?? "",
      serverPassword: "",
      to: mail?.to ?? email,
      from: mail?.from ?? "",
      url: "",
      secret: "",
      ...noIdentity(factors),
    },
  });
  const unsaved = useUnsavedForm(form, "notice delivery", null, { secrets: SECRETS });
  const saving = useSaveDelivery();
  async function save({ password, factorId: _, code: __, ...delivery }: Output) {
    await saving.mutateAsync({ delivery, password });
    unsaved.markSaved();
    toast.success("Saved. Send a test to see whether it arrives.");
    onClose();
  }
  return { form, save };
}

const schema = z.discriminatedUnion("transport", [
  mailDeliverySchema.extend(identityShape),
  webhookDeliverySchema.extend(identityShape),
]);

type Output = z.output<typeof schema>;

type Values = Omit<z.output<typeof mailDeliverySchema>, "transport" | "port"> &
  Omit<z.output<typeof webhookDeliverySchema>, "transport"> &
  ReturnType<typeof noIdentity> & { transport: "mail" | "webhook"; port: string };

type DeliveryForm = UseFormReturn<Values, unknown, Output>;

const SECRETS = ["serverPassword", "url", "secret", "password", "code", "factorId"] as const;

const ERRORS = {
  delivery_password_required: "serverPassword",
  delivery_url_required: "url",
  delivery_secret_required: "secret",
} as const;

/** Deletes the delivery settings of the panel. */
export function StopForm({ factors, onClose }: Omit<FormProps, "setting">) {
  const form = useForm({
    resolver: zodResolver(z.object(identityShape)),
    defaultValues: noIdentity(factors),
  });
  const saving = useSaveDelivery();
  return (
    <ConfirmedForm
      form={form}
      factors={factors}
      action={{ label: "Turn Off", pending: "Turning off...", look: "danger" }}
      failure="Notices could not be turned off:"
      onSubmit={async ({ password }) => {
        await saving.mutateAsync({ delivery: null, password });
        toast.success("Notices are off.");
        onClose();
      }}
      onCancel={onClose}
    >
      <p>
        The address and its passwords are deleted from the server, and notices that are waiting are
        discarded.
      </p>
    </ConfirmedForm>
  );
}
