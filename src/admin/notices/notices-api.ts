import { FunctionsHttpError } from "@supabase/supabase-js";
import { NOTICES_PATH } from "../../../shared/api-paths.ts";
import {
  type DeliveryInput,
  type DeliverySetting,
  deliverySettingSchema,
  sendResult,
} from "../../../supabase/functions/send-notices/contract.ts";
import { BackendError, messageOf, unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import { callHost } from "../shell/host-calls.ts";
import { type Cause, type Choices, type NoticeStatus, statusSchema } from "./notices-schema.ts";

export async function getNoticeStatus(): Promise<NoticeStatus> {
  return statusSchema.parse(await db().rpc("notice_status").then(unwrap));
}

/** Reads the delivery settings of the embedded host. */
export async function getDelivery(signal: AbortSignal): Promise<DeliverySetting> {
  return deliverySettingSchema.parse(await callHost(`${NOTICES_PATH}/delivery`, { signal }));
}

/**
 * @param delivery null disables notices.
 * @param password the owner's password.
 */
export async function saveDelivery(
  delivery: DeliveryInput | null,
  password: string,
): Promise<void> {
  await callHost(`${NOTICES_PATH}/delivery`, { method: "PUT", json: { delivery, password } });
}

/** The causes that the owner has turned on or off; all others have their defaults. */
export async function getChoices(): Promise<Choices> {
  const rows = await db().from("notice_choices").select().then(unwrap);
  return Object.fromEntries(rows.map(({ cause, enabled }) => [cause, enabled]));
}

export async function saveChoice(cause: Cause, enabled: boolean): Promise<void> {
  await db().from("notice_choices").upsert({ cause, enabled }).then(unwrap);
}

/**
 * Sends a test notice.
 * @throws {BackendError} with the mail server's or webhook's own error.
 */
export async function sendTestNotice(): Promise<void> {
  const { data, error } = await db().functions.invoke("send-notices", { body: { test: true } });
  if (!error) {
    sendResult.parse(data);
    return;
  }
  if (!(error instanceof FunctionsHttpError)) throw new BackendError(messageOf(error));
  const { status } = error.context as Response;
  const said = await (error.context as Response).json().catch(() => null);
  throw new BackendError(said?.error ?? said?.message ?? "The test could not be sent.", { status });
}

const db = () => getClient("admin");
