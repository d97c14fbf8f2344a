import { describe, expect, it } from "vitest";
import { describeNotice } from "./describe-notice.ts";
import type { ClaimedNotice, Notice } from "./outbox.ts";

const one = (notice: Partial<Notice> & Pick<Notice, "cause">): ClaimedNotice => ({
  id: "n",
  claim: "c",
  counts: { [notice.cause]: 1 },
  notices: [{ at: "2026-11-22T10:00:00Z", details: {}, message: null, ...notice }],
});

const wordsOf = (claimed: ClaimedNotice) => {
  const { subject, blocks, link } = describeNotice(claimed, "https://example.org/site");
  return { subject, text: blocks.map(({ text }) => text).join("\n"), link: link?.url };
};

describe("a notice", () => {
  it("a notice of a sign-in names account, browser and network", () => {
    const details = {
      role: "admin",
      email: "me@example.org",
      device: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
      network: "203.0.113.0/24",
    };
    const { subject, text, link } = wordsOf(one({ cause: "sign_in", details }));
    expect(subject).toBe("New sign-in (example.org)");
    expect(text).toContain("the owner's account");
    expect(text).toContain(
      "Account: me@example.org\nBrowser: Firefox on Linux\nNetwork: 203.0.113.0/24",
    );
    expect(link).toBe("https://example.org/site/#/tradmin/account");
  });

  it("a notice of a sign-in keeps an unknown browser's name on one short line", () => {
    const details = { role: "admin", device: `Mozilla/5.0 Quark\n${"x".repeat(300)}` };
    const { text } = wordsOf(one({ cause: "sign_in", details }));
    expect(text).toMatch(/^Browser: Mozilla\/5\.0 Quark x{100,}…$/m);
  });

  it("a notice of a backup has its error", () => {
    const { text } = wordsOf(one({ cause: "backup", details: { error: "The disk is full." } }));
    expect(text).toContain("The disk is full.");
  });

  it("a notice of a backup with problems lists them, and does not call the backup failed", () => {
    const details = { error: "1 stored file has no bytes: me.png.", archive: "foyer.tar" };
    const { subject, text } = wordsOf(one({ cause: "backup", details }));
    expect(subject).toContain("Problems found by the backup");
    expect(text).toContain("can be restored, but the site has problems");
    expect(text).toContain("me.png.");
    expect(text).not.toContain("failed");
  });

  it("a weekly notice has the numbers of the week", () => {
    const details = { visits: 12_345, visitsBefore: 0, messages: 2, unread: 1 };
    expect(wordsOf(one({ cause: "digest", details })).text).toContain(
      "Visits: 12,345 (the week before: 0)\nMessages: 2\nUnread messages: 1",
    );
  });

  it.each([
    ["task", "/workspace/tasks?edit=x"],
    ["note", "/workspace/notes?note=x"],
  ])("a notice of a reminder links to its %s", (kind, path) => {
    const details = { [kind]: "x", title: "Pay the rent" };
    const { text, link } = wordsOf(one({ cause: "reminder", details }));
    expect(text).toBe(`You asked to be reminded of this ${kind}:\nPay the rent`);
    expect(link).toBe(`https://example.org/site/#${path}`);
  });

  it("a notice of a message states that the message was deleted meanwhile", () => {
    expect(wordsOf(one({ cause: "message" })).text).toContain("deleted since");
  });

  it("a notice has no link and no site name if the site's address is unknown", () => {
    const { subject, link } = describeNotice(one({ cause: "test" }), null);
    expect([subject, link]).toEqual(["Test notice", null]);
  });
});

it("a summary counts all causes and lists the newest", () => {
  const message = { id: "m", name: "Ada", email: "a@b.example", subject: "Hi", text: "secret" };
  const at = "2026-11-22T10:00:00Z";
  const claimed: ClaimedNotice = {
    id: "n",
    claim: "c",
    counts: { message: 30, backup: 1 },
    notices: [
      { cause: "message", at, details: {}, message },
      { cause: "backup", at, details: { error: "Full." }, message: null },
    ],
  };
  const notice = describeNotice(claimed, "https://example.org");
  expect(notice).toMatchObject({
    cause: "summary",
    subject: "31 notices (example.org)",
    replyTo: null,
  });
  const text = notice.blocks.map((block) => block.text).join("\n");
  expect(text).toContain("30 messages, 1 backup problem");
  expect(text).toContain("The newest 2:");
  expect(text).toContain("message, Ada: Hi\n");
  expect(text).toContain("backup problem, Full.");
  expect(text).not.toContain("secret");
});
