/** Whether notices may be sent to this URL: https, or http on loopback, without a user. */
export function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

/** Whether the text is a secret of Standard Webhooks: 24 to 64 bytes in base64 after `whsec_`. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text);
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
