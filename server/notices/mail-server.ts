import { z } from "zod";

/** An SMTP server for outgoing mail. */
export interface MailServer {
  host: string;
  port: number;
  /** Whether TLS starts with the first byte; otherwise STARTTLS is used. */
  secure: boolean;
  auth: { user: string; pass: string } | null;
}

/** A mail server, with the sender and the recipient. */
export interface MailSettings {
  server: MailServer;
  to: string;
  from: string;
}

/** Reads `smtps://user:password@host:465` or `smtp://host:587`. @returns null for anything else. */
export function parseMailServer(text: string): MailServer | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (protocol !== "smtp:" && protocol !== "smtps:") return null;
  if (!hostname || !/^\/?$/.test(pathname) || search || hash) return null;
  if ((username === "") !== (password === "")) return null;
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    auth: username ? { user: decode(username), pass: decode(password) } : null,
  };
}

/**
 * Whether to refuse a connection that cannot be encrypted, because notices contain visitors'
 * messages. Passwords are never sent unencrypted.
 * @param mayLackTls the setting of the server's variables.
 */
export function needsTls({ host, secure, auth }: MailServer, mayLackTls: boolean): boolean {
  return !secure && !LOOPBACK.test(host) && (auth !== null || !mayLackTls);
}

/** Most mail servers only accept mail from the account's own address. */
export function defaultSender({ auth }: MailServer, to: string): string {
  return z.email().safeParse(auth?.user).data ?? to;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Decodes percent escapes; returns the text as typed if it is not valid percent-encoding. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
