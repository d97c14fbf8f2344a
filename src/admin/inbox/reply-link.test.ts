import { describe, expect, it } from "vitest";
import { replyHref } from "./reply-link.ts";

const message = {
  name: "Ada Lovelace",
  email: "ada@example.org",
  subject: "An engine & 100% more?",
  message: "First line\nsecond = line",
  created_at: "2026-11-21T10:00:00+00:00",
};

/** Parses the link as a mail program does. */
function read(href: string | null) {
  const url = new URL(href ?? "");
  const parts = new Map(
    url.search
      .slice(1)
      .split("&")
      .map((part) => part.split("=").map(decodeURIComponent) as [string, string]),
  );
  return { to: decodeURIComponent(url.pathname), raw: url.pathname, parts };
}

describe("the reply link", () => {
  it("the reply link contains the address, the subject and the quoted text", () => {
    const { to, parts } = read(replyHref(message));
    expect(to).toBe("ada@example.org");
    expect([...parts.keys()]).toEqual(["subject", "body"]);
    expect(parts.get("subject")).toBe("Re: An engine & 100% more?");
    expect(parts.get("body")).toMatch(
      /^\r\n\r\nOn .*2026.*, Ada Lovelace wrote:\r\n> First line\r\n> second = line$/,
    );
  });

  it("the reply link does not prefix the subject with Re: twice", () => {
    const { parts } = read(replyHref({ ...message, subject: "RE: hello" }));
    expect(parts.get("subject")).toBe("RE: hello");
  });

  it.each([
    "x?bcc=all@example.org",
    "x&cc=all@example.org",
    "x%0Abcc=all@example.org",
    "x@example.org?bcc=all",
    "x#y@example.org",
  ])("the reply link does not let an address add recipients or headers: %s", (email) => {
    const { raw, parts, to } = read(replyHref({ ...message, email }));
    expect([...parts.keys()]).toEqual(["subject", "body"]);
    expect(to).toBe(email);
    expect(raw).not.toMatch(/[?&#]/);
  });

  it.each(["a,b@example.org", "<x>@example.org", 'a"b@example.org', "no address", "a@b@c", ""])(
    "the reply link is null for %j",
    (email) => {
      expect(replyHref({ ...message, email })).toBeNull();
    },
  );

  it.each([
    "x".repeat(20_000),
    "😀".repeat(10_000),
    "م".repeat(9000),
    "\n".repeat(5000),
    "\ud800".repeat(50),
  ])("the reply link stays within the length limit and is valid when cut (%#)", (text) => {
    const href = replyHref({ ...message, message: text, subject: text, name: text });
    expect(href?.length).toBeLessThanOrEqual(1910);
    expect(() => read(href)).not.toThrow();
  });
});
