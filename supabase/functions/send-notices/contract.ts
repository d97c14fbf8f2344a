import { z } from "zod";
import { isWebhookSecret, isWebhookUrl } from "../../../shared/webhook.ts";

/** Without `test`, all due notices are sent; anyone may request that. Only the owner may test. */
export const sendRequest = z.object({ test: z.literal(true).optional() });

export const sendResult = z.object({ sent: z.int() });

export type SendResult = z.infer<typeof sendResult>;

const address = z.email("Enter an email address, such as name@example.com.").max(254);

/** A mail server as the owner enters it in the panel of Foyer's own host. An empty password keeps the stored one. */
export const mailDeliverySchema = z.object({
  transport: z.literal("mail"),
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9])?|[0-9a-f:.]*:[0-9a-f:.]*)$/i, {
      error: "Enter a host name, such as mail.example.com.",
    }),
  port: z.coerce
    .number("Enter a port, such as 465.")
    .int("Enter a port, such as 465.")
    .min(1, "Enter a port from 1 to 65535.")
    .max(65_535, "Enter a port from 1 to 65535."),
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: z.boolean(),
  user: oneLine(320),
  serverPassword: oneLine(1000),
  to: address,
  /** Empty for the user name, if that is an address, or else for `to`. */
  from: z.literal("").or(address),
});

/** A webhook as the owner enters it in the panel. An empty address or secret keeps the stored one. */
export const webhookDeliverySchema = z.object({
  transport: z.literal("webhook"),
  url: z
    .string()
    .trim()
    .max(2000)
    .refine((text) => text === "" || isWebhookUrl(text), {
      error: "Enter an https address without a user name or password.",
    }),
  secret: z
    .string()
    .trim()
    .refine((text) => text === "" || isWebhookSecret(text), {
      error: "Enter whsec_ and 24 to 64 bytes in base64.",
    }),
});

export const deliverySchema = z.discriminatedUnion("transport", [
  mailDeliverySchema,
  webhookDeliverySchema,
]);

export type DeliveryInput = z.infer<typeof deliverySchema>;

/** How notices are sent, as shown in the panel: without passwords, secrets and webhook paths. */
export const deliverySettingSchema = z.object({
  /** Set by the server's variables, so that the panel cannot change it. */
  isFixed: z.boolean(),
  mail: mailDeliverySchema
    .omit({ transport: true, serverPassword: true })
    .extend({ hasPassword: z.boolean() })
    .nullable(),
  webhook: z.object({ host: z.string() }).nullable(),
});

export type DeliverySetting = z.infer<typeof deliverySettingSchema>;

function oneLine(maxLength: number) {
  return z
    .string()
    .max(maxLength, `Enter at most ${maxLength} characters.`)
    .regex(/^\P{Cc}*$/u, "Enter it without line breaks.");
}
