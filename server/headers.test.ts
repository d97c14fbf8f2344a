import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, securityHeadersFor } from "./headers.ts";

const overHttp = { publicUrl: null };
const overHttps = { publicUrl: new URL("https://example.com") };

function directives(policy: string): Map<string, string[]> {
  return new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
}

describe("contentSecurityPolicy", () => {
  const hashes = { scriptHashes: ["'sha256-script'"], styleHashes: ["'sha256-style'"] };
  const policy = directives(contentSecurityPolicy(hashes, overHttp));

  it("runs own scripts and the hashed ones, nothing inline besides", () => {
    expect(policy.get("script-src")).toEqual(["'self'", "'sha256-script'"]);
    expect(policy.get("style-src")).toEqual(["'self'", "'sha256-style'"]);
    expect([...policy].filter(([, sources]) => sources.includes("'unsafe-inline'"))).toEqual([
      ["style-src-attr", ["'unsafe-inline'"]],
    ]);
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  it("frames nothing but what the page made itself", () => {
    expect(policy.get("frame-src")).toEqual(["blob:"]);
  });

  it("runs no worker but the site's own", () => {
    expect(policy.get("worker-src")).toEqual(["'self'"]);
  });

  it("cannot be framed, rebased or made to load plugins", () => {
    expect(policy.get("default-src")).toEqual(["'self'"]);
    for (const name of ["frame-ancestors", "object-src", "base-uri"]) {
      expect(policy.get(name)).toEqual(["'none'"]);
    }
  });

  it("allows plain http pictures only where the site itself is plain http", () => {
    expect(policy.get("img-src")).toContain("http:");
    const secure = directives(contentSecurityPolicy(hashes, overHttps));
    expect(secure.get("img-src")).not.toContain("http:");
    expect(secure.has("upgrade-insecure-requests")).toBe(true);
    expect(policy.has("upgrade-insecure-requests")).toBe(false);
  });
});

describe("securityHeadersFor", () => {
  it("pins https only where the public address is https", () => {
    expect(securityHeadersFor(overHttp)).not.toHaveProperty("strict-transport-security");
    const plain = { publicUrl: new URL("http://example.com") };
    expect(securityHeadersFor(plain)).not.toHaveProperty("strict-transport-security");
    expect(securityHeadersFor(overHttps)["strict-transport-security"]).toMatch(/^max-age=\d{8}$/);
  });
});
