import { zodResolver } from "@hookform/resolvers/zod";
import { type Resolver, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import {
  type DeliverySetting,
  mailDeliverySchema,
  webhookDeliverySchema,
} from "../../../supabase/functions/send-notices/contract.ts";
import type { Factor } from "../../account/factors/factors-api.ts";
import { fieldErrors } from "../../account/field-errors.ts";
import {
  IDENTITY_ERRORS,
  IdentityFields,
  identityShape,
  noIdentity,
  useIdentity,
} from "../../account/identity-fields.tsx";
import { useUser } from "../../auth/session-context.tsx";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useSaveDelivery } from "./notices-queries.ts";

interface FormProps {
  setting: DeliverySetting;
  /** The owner's authenticator apps. */
  factors: Factor[];
  onClose: () => void;
}

/** A mail server or a webhook. Stored passwords and addresses are not shown, and kept if empty. */
export function DeliveryForm({ setting, factors, onClose }: FormProps) {
  const { form, submit, failure } = useDeliveryForm({ setting, factors, onClose });
  const transport = useWatch({ control: form.control, name: "transport" });
  const { isSubmitting } = form.formState;
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <SelectField label="Send notices by" {...form.register("transport")}>
        <option value="mail">Mail</option>
        <option value="webhook">Webhook</option>
      </SelectField>
      {transport === "mail" ? (
        <MailFields form={form} hasPassword={setting.mail?.hasPassword === true} />
      ) : (
        <WebhookFields form={form} host={setting.webhook?.host} />
      )}
      <IdentityFields form={form} factors={factors} />
      {failure && <Notice>The settings were not saved: {failure}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" look="primary" pending={isSubmitting}>
          {isSubmitting ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

function MailFields({ form, hasPassword }: { form: DeliveryForm; hasPassword: boolean }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="Send to"
        type="email"
        required
        error={errors.to?.message}
        {...form.register("to")}
      />
      <div className="grid gap-5 sm:grid-cols-[1fr_6rem]">
        <TextField
          label="Mail server"
          required
          spellCheck={false}
          hint="Such as smtp.example.com: the server for outgoing mail of your provider."
          error={errors.host?.message}
          {...form.register("host")}
        />
        <TextField
          label="Port"
          required
          inputMode="numeric"
          error={errors.port?.message}
          {...form.register("port")}
        />
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
        label="User name"
        spellCheck={false}
        autoComplete="off"
        hint="Empty for a server that asks for none."
        error={errors.user?.message}
        {...form.register("user")}
      />
      <PasswordField
        label="Password of this user"
        hint={hasPassword ? "A password is stored. Leave this empty to keep it." : undefined}
        error={errors.serverPassword?.message}
        {...form.register("serverPassword")}
      />
      <TextField
        label="Sender"
        type="email"
        hint="Empty for the user name, if it is an address."
        error={errors.from?.message}
        {...form.register("from")}
      />
    </>
  );
}

/** @param host of the stored webhook. */
function WebhookFields({ form, host }: { form: DeliveryForm; host: string | undefined }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="Address"
        type="url"
        required={host === undefined}
        hint={host && `An address at ${host} is stored. Leave this empty to keep it.`}
        error={errors.url?.message}
        {...form.register("url")}
      />
      <TextField
        label="Secret"
        required={host === undefined}
        autoComplete="off"
        spellCheck={false}
        hint={
          host
            ? "A secret is stored. Leave this empty to keep it."
            : "Signs what is sent, as in Standard Webhooks. The receiver needs it too."
        }
        error={errors.secret?.message}
        {...form.register("secret")}
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

function newSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
}

function useDeliveryForm({ setting, factors, onClose }: FormProps) {
  const { email } = useUser();
  const { mail, webhook } = setting;
  const form = useForm<Values, unknown, z.output<typeof schema>>({
    // Each transport has some of the fields.
    resolver: zodResolver(schema) as unknown as Resolver<Values, unknown, z.output<typeof schema>>,
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
  const identity = useIdentity();
  const saving = useSaveDelivery();
  const errors = fieldErrors(form, ERRORS);
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ password, factorId, code, ...delivery }) => {
      try {
        await identity.prove({ factorId, code });
        await saving.mutateAsync({ delivery, password });
        unsaved.markSaved();
        toast.success("Saved. Send a test to see whether it arrives.");
        onClose();
      } catch (error) {
        errors.show(error);
      }
    }),
  );
  return { form, submit, failure: errors.otherMessage(identity.error ?? saving.error) };
}

const schema = z.discriminatedUnion("transport", [
  mailDeliverySchema.extend(identityShape),
  webhookDeliverySchema.extend(identityShape),
]);

type Values = Omit<z.output<typeof mailDeliverySchema>, "transport" | "port"> &
  Omit<z.output<typeof webhookDeliverySchema>, "transport"> &
  ReturnType<typeof noIdentity> & { transport: "mail" | "webhook"; port: string };

type DeliveryForm = UseFormReturn<Values, unknown, z.output<typeof schema>>;

const SECRETS = ["serverPassword", "url", "secret", "password", "code", "factorId"] as const;

/** The field that each refusal by the backend belongs to. */
const ERRORS = {
  ...IDENTITY_ERRORS,
  delivery_password_required: "serverPassword",
  delivery_url_required: "url",
  delivery_secret_required: "secret",
} as const;
