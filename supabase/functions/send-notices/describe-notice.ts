import { deviceName } from "../../../shared/device-name.ts";
import type { NoticeText } from "../_shared/environment.ts";
import type { ClaimedNotice, Notice } from "./outbox.ts";

type Words = Pick<NoticeText, "blocks"> &
  Partial<Pick<NoticeText, "replyTo">> & {
    subject: string;
    /** Label and path of the notice's screen. */
    link?: [label: string, path: string];
  };

/**
 * The text of a claimed notice.
 * @param siteUrl for links, and named in the subject; null leaves both out.
 */
export function describeNotice(claimed: ClaimedNotice, siteUrl: string | null): NoticeText {
  const [first] = claimed.notices;
  const single = sumOf(claimed.counts) === 1 ? first : undefined;
  const { subject, blocks, link, replyTo = null } = single ? describeOne(single) : sumUp(claimed);
  return {
    id: claimed.id,
    cause: single?.cause ?? "summary",
    subject: siteUrl ? `${subject} (${new URL(siteUrl).host})` : subject,
    blocks,
    link: siteUrl && link ? { label: link[0], url: `${siteUrl}/#${link[1]}` } : null,
    replyTo,
  };
}

function describeOne(notice: Notice): Words {
  switch (notice.cause) {
    case "message":
      return describeMessage(notice);
    case "sign_in":
      return describeSignIn(notice);
    case "backup":
      return describeBackup(notice);
    case "digest":
      return describeDigest(notice);
    case "reminder":
      return describeReminder(notice);
    case "test":
      return {
        subject: "Test notice",
        blocks: [text("This is a test. Notices about your site arrive here.")],
        link: ["Open the settings of notices", "/tradmin/notices"],
      };
  }
}

function describeReminder({ details: { task, note, title } }: Notice): Words {
  return {
    subject: "Reminder",
    blocks: [
      text(`You asked to be reminded of this ${task ? "task" : "note"}:`),
      quote(String(title)),
    ],
    link: task
      ? ["Open the task", `/workspace/tasks?edit=${task}`]
      : ["Open the note", `/workspace/notes?note=${note}`],
  };
}

function describeMessage({ at, message }: Notice): Words {
  const subject = "New message";
  const link: Words["link"] = [
    "Open the message",
    message ? `/tradmin/messages?message=${message.id}` : "/tradmin/messages",
  ];
  if (!message) return { subject, blocks: [text("A message was sent, and deleted since.")], link };
  const replyTo = replyAddress(message.email);
  return {
    subject,
    blocks: [
      text(
        `From: ${oneLine(message.name)} <${oneLine(message.email)}>\nSubject: ${oneLine(message.subject)}\nSent: ${timeOf(at)}`,
      ),
      quote(message.text),
      ...(replyTo ? [text("An answer to this mail goes to the sender of the message.")] : []),
    ],
    link,
    replyTo,
  };
}

function describeSignIn({ at, details }: Notice): Words {
  const account = details.role === "workspace" ? "the workspace user's" : "the owner's";
  const lines = [`Time: ${timeOf(at)}`, `Account: ${oneLine(details.email ?? "unknown")}`];
  if (details.device)
    lines.push(`Browser: ${shorten(oneLine(deviceName(String(details.device))), 200)}`);
  if (details.network) lines.push(`Network: ${oneLine(details.network)}`);
  return {
    subject: "New sign-in",
    blocks: [
      text(`Somebody signed in to ${account} account.`),
      quote(lines.join("\n")),
      text("If it was not you, change the password and sign out the other sessions."),
    ],
    link: ["Open the account", "/tradmin/account"],
  };
}

function describeBackup({ at, details }: Notice): Words {
  const isRestorable = details.archive !== undefined;
  return {
    subject: isRestorable ? "Problems found by the backup" : "Backup failed",
    blocks: [
      text(
        isRestorable
          ? `The scheduled backup made an archive that can be restored, but the site has problems (${timeOf(at)}):`
          : `The scheduled backup failed or could not be proven (${timeOf(at)}):`,
      ),
      quote(String(details.error ?? "Unknown error.")),
    ],
    link: ["Open the backups", "/tradmin/backups"],
  };
}

function describeDigest({ details }: Notice): Words {
  const number = (name: string) => Number(details[name] ?? 0).toLocaleString("en-US");
  return {
    subject: "Your week",
    blocks: [
      text("The last 7 days:"),
      text(
        `Visits: ${number("visits")} (the week before: ${number("visitsBefore")})\nMessages: ${number("messages")}\nUnread messages: ${number("unread")}`,
      ),
    ],
    link: ["Open the dashboard", "/tradmin"],
  };
}

const PLURALS: Record<string, [one: string, many: string]> = {
  message: ["message", "messages"],
  sign_in: ["sign-in", "sign-ins"],
  backup: ["backup problem", "backup problems"],
  digest: ["weekly digest", "weekly digests"],
};

function sumUp({ counts, notices }: ClaimedNotice): Words {
  const total = sumOf(counts);
  const parts = Object.entries(counts).map(([cause, count]) => {
    const [one = cause, many = cause] = PLURALS[cause] ?? [];
    return `${count} ${count === 1 ? one : many}`;
  });
  const newest = notices.length < total ? `The newest ${notices.length}:` : "All of them:";
  return {
    subject: `${total} notices`,
    blocks: [
      text(`Many notices came at once, so they are summarized here: ${parts.join(", ")}.`),
      text(newest),
      quote(notices.map(lineOf).join("\n")),
    ],
    link: ["Open the admin panel", counts.message ? "/tradmin/messages" : "/tradmin"],
  };
}

function lineOf({ cause, at, message, details }: Notice): string {
  const [name = cause] = PLURALS[cause] ?? [];
  const about = message
    ? `${oneLine(message.name)}: ${oneLine(message.subject)}`
    : oneLine(details.error ?? details.email ?? "");
  return `${timeOf(at)}, ${name}${about ? `, ${shorten(about, 150)}` : ""}`;
}

const text = (value: string) => ({ kind: "text", text: value }) as const;
const quote = (value: string) => ({ kind: "quote", text: value }) as const;

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** A value in its own line cannot imitate the line after it. */
function oneLine(value: string | number): string {
  return String(value)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

function shorten(value: string, most: number): string {
  const characters = Array.from(value);
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : value;
}

/** The reader's time zone is unknown here. */
function timeOf(at: string): string {
  const format = new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(new Date(at))} UTC`;
}

/**
 * A visitor's address for the header Reply-To.
 * @returns null unless it is one plain ASCII address; the header is then omitted.
 */
function replyAddress(email: string): string | null {
  return email.length <= 254 && ADDRESS.test(email) ? email : null;
}

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const ADDRESS = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`);
