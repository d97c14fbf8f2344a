import { REST_PATH } from "../../../shared/api-paths.ts";
import type { ClientConfig } from "../../../shared/site-config.ts";
import { type FormTexts, formTexts } from "../../content/texts/script-texts.ts";
import { readErrorMessage } from "../../lib/response-error.ts";

export interface ContactMessage {
  /** The same for repeated attempts, so that the message is stored only once. */
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
}

/**
 * Stores a message for the owner, in Spam if the honeypot is filled in. Throws an Error in the
 * page's language on failure; server messages are in English.
 */
export async function sendMessage(
  config: ClientConfig,
  { id, name, email, subject, message }: ContactMessage,
  trap: string,
  texts: FormTexts = formTexts,
): Promise<void> {
  const row = { id, name, email, subject, message, is_read: false };
  const response = await fetch(`${config.supabaseUrl}${REST_PATH}/messages`, {
    method: "POST",
    headers: {
      apikey: config.publishableKey,
      "content-type": "application/json",
      prefer: "return=minimal",
    },
    body: JSON.stringify(trap === "" ? row : { ...row, spam_reason: "trap" }),
  }).catch((cause: unknown) => {
    throw new Error(texts.unreached, { cause });
  });
  // The id already exists: the message was stored before, and only the response was lost.
  if (!response.ok && response.status !== 409) throw new Error(await refusalOf(response, texts));
  // Browsers report a response whose body is not read as an aborted request.
  await response.text();
}

async function refusalOf(response: Response, texts: FormTexts): Promise<string> {
  const reason = await readErrorMessage(response);
  return (response.status === 429 ? texts.limited : texts.refused)
    .replace("{reason}", () => reason)
    .replace("{time}", () => waitOf(response) ?? texts.later);
}

/** The waiting time, such as "in 10 minutes"; null without a `Retry-After` header. */
function waitOf({ headers }: Response): string | null {
  const minutes = Math.ceil(Number(headers.get("retry-after")) / 60);
  if (!(minutes > 0)) return null;
  const format = new Intl.RelativeTimeFormat(document.documentElement.dataset.lang);
  return minutes > 90
    ? format.format(Math.ceil(minutes / 60), "hour")
    : format.format(minutes, "minute");
}
