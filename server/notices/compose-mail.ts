import MailComposer from "nodemailer/lib/mail-composer";
import type { NoticeText } from "../../supabase/functions/_shared/environment.ts";
import type { MailSettings } from "./mail-server.ts";

/** A notice as a MIME message in plain text and simple HTML. */
export async function composeMail(
  notice: NoticeText,
  { to, from }: Pick<MailSettings, "to" | "from">,
): Promise<Buffer> {
  const { id, subject, replyTo } = notice;
  const composer = new MailComposer({
    // Addresses are passed as objects, because a text could contain a list of addresses.
    from: { name: "Foyer", address: from },
    to: { name: "", address: to },
    ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
    subject,
    // Mail servers drop a repeated mail with the same id.
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    text: textOf(notice),
    html: htmlOf(notice),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

function textOf({ blocks, link }: NoticeText): string {
  const parts = blocks.map(({ kind, text }) =>
    kind === "quote"
      ? text
          .split(/\r\n|\r|\n/)
          .map((line) => `> ${line}`)
          .join("\n")
      : text,
  );
  if (link) parts.push(`${link.label}: ${link.url}`);
  return `${parts.join("\n\n")}\n`;
}

function htmlOf({ blocks, link }: NoticeText): string {
  const parts = blocks.map(({ kind, text }) =>
    kind === "quote"
      ? `<blockquote style="margin:0;border-left:3px solid #999;padding-left:12px;${WRAP}">${escapeHtml(text)}</blockquote>`
      : `<p style="${WRAP}">${escapeHtml(text)}</p>`,
  );
  if (link) parts.push(`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`);
  return `<!doctype html><html lang="en"><body dir="auto">${parts.join("")}</body></html>`;
}

const WRAP = "white-space:pre-wrap;overflow-wrap:anywhere";

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
