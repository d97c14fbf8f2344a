import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NoticeText } from "../../supabase/functions/_shared/environment.ts";
import { describeNotice } from "../../supabase/functions/send-notices/describe-notice.ts";
import type { ClaimedNotice } from "../../supabase/functions/send-notices/outbox.ts";
import { composeMail } from "./compose-mail.ts";

const addresses = { to: "owner@example.org", from: "site@example.org" };

const message = {
  id: "20000000-0000-4000-8000-000000000001",
  name: "Ada",
  email: "ada@example.com",
  subject: "Hello",
  text: "Hi there",
};

function claimOf(sent: typeof message): ClaimedNotice {
  return {
    id: "10000000-0000-4000-8000-000000000001",
    claim: "c",
    counts: { message: 1 },
    notices: [{ cause: "message", at: "2026-11-22T10:00:00Z", details: {}, message: sent }],
  };
}

const noticeOf = (sent: Partial<typeof message>): NoticeText =>
  describeNotice(claimOf({ ...message, ...sent }), "https://example.org");

/** The header lines, unfolded, and the decoded bodies of the two parts. */
async function readMail(notice: NoticeText) {
  const mail = (await composeMail(notice, addresses)).toString("latin1");
  const [head = "", ...rest] = mail.split("\r\n\r\n");
  const headers = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return { headers, body: decodeParts(rest.join("\r\n\r\n")) };
}

function decodeParts(body: string): string[] {
  return body
    .split(/\r\n--|^--/m)
    .filter((part) => /content-type: text\//i.test(part))
    .map((part) => {
      const [head = "", ...rest] = part.split("\r\n\r\n");
      const text = rest.join("\r\n\r\n");
      if (/base64/i.test(head)) return Buffer.from(text, "base64").toString();
      const bytes = text
        .replace(/=\r\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, "latin1").toString();
    });
}

const NAMES = [
  ...["From", "To", "Subject", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress"],
  ...["Date", "MIME-Version", "Content-Type"],
];

const namesOf = (headers: string[]) => headers.map((line) => line.split(":")[0]).sort();

describe("the mail of a message", () => {
  it("replies to the mail of a message go to the visitor, and the mail names the site and has a fixed id", async () => {
    const { headers, body } = await readMail(noticeOf({}));
    expect(headers).toEqual(
      expect.arrayContaining([
        "From: Foyer <site@example.org>",
        "To: owner@example.org",
        "Reply-To: ada@example.com",
        "Subject: New message (example.org)",
        "Message-ID: <10000000-0000-4000-8000-000000000001@example.org>",
        "Auto-Submitted: auto-generated",
      ]),
    );
    const link = `https://example.org/#/tradmin/messages?message=${message.id}`;
    for (const part of body) {
      expect(part).toContain("Hi there");
      expect(part).toContain(link);
    }
  });

  it("the mail of a message escapes the visitor's text in HTML", async () => {
    const html = `<img src=x onerror="alert(1)"> & '`;
    const { body } = await readMail(noticeOf({ name: html, subject: html, text: html }));
    expect(body[0]).toContain(html);
    expect(body[1]).not.toContain("<img");
    expect(body[1]).toContain("&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;");
  });

  it.each([
    "ada@example.com\r\nBcc: all@example.org",
    "ada@example.com, all@example.org",
    "Ada <ada@example.com>",
    "ada@exämple.com",
    "ada@localhost",
    '"a b"@example.com',
    "a..b@example.com",
    `${"a".repeat(65)}@example.com`,
    "ada@-example.com",
  ])("the mail of a message has no Reply-To for %j", async (email) => {
    const { headers } = await readMail(noticeOf({ email }));
    expect(namesOf(headers)).toEqual([...NAMES].sort());
  });

  it("the mail of a message has the same headers whatever a visitor writes", async () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom("x\r\nBcc: a@b.example", "x\nSubject: y", "\r\n\r\n.\r\nMAIL FROM:<a@b>"),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, hostile, async (name, email, subject, text) => {
        const { headers } = await readMail(noticeOf({ name, email, subject, text }));
        const replyTo = headers.some((line) => line.startsWith("Reply-To:")) ? ["Reply-To"] : [];
        expect(namesOf(headers)).toEqual([...NAMES, ...replyTo].sort());
        expect(headers).toContain("Subject: New message (example.org)");
      }),
      { numRuns: 100 },
    );
  });

  it("the mail of a message shows a name with line breaks on one line", async () => {
    const { body } = await readMail(noticeOf({ name: "Ada\nSubject: Fake" }));
    expect(body[0]).toContain("From: Ada Subject: Fake <ada@example.com>");
  });
});
