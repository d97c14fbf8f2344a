import { describe, expect, it } from "vitest";
import {
  contentSecurityPolicy,
  securityHeadersFor,
  staticSiteHeaders,
} from "./security-headers.ts";

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

  it("contentSecurityPolicy allows own scripts and hashed inline scripts, and nothing else inline", () => {
    expect(policy.get("script-src")).toEqual(["'self'", "'sha256-script'"]);
    expect(policy.get("style-src")).toEqual(["'self'", "'sha256-style'"]);
    expect([...policy].filter(([, sources]) => sources.includes("'unsafe-inline'"))).toEqual([
      ["style-src-attr", ["'unsafe-inline'"]],
    ]);
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  it.each([
    ["default-src", "'self'"],
    ["worker-src", "'self'"],
    ["frame-src", "blob:"],
    ["frame-ancestors", "'none'"],
    ["object-src", "'none'"],
    ["base-uri", "'none'"],
  ])("contentSecurityPolicy limits %s to %s", (name, source) => {
    expect(policy.get(name)).toEqual([source]);
  });

  it("contentSecurityPolicy allows plain http pictures only when the site itself is plain http", () => {
    expect(policy.get("img-src")).toContain("http:");
    const secure = directives(contentSecurityPolicy(hashes, overHttps));
    expect(secure.get("img-src")).not.toContain("http:");
    expect(secure.has("upgrade-insecure-requests")).toBe(true);
    expect(policy.has("upgrade-insecure-requests")).toBe(false);
  });
});

describe("staticSiteHeaders", () => {
  const hashes = { scriptHashes: ["'sha256-script'"], styleHashes: ["'sha256-style'"] };
  const dataOrigin = "https://ref.supabase.co";

  it("staticSiteHeaders equals the header's policy plus the data's origin, without header-only directives", () => {
    const header = directives(contentSecurityPolicy(hashes, overHttps));
    const { policy, headers } = staticSiteHeaders(hashes, { ...overHttps, dataOrigin });
    const meta = directives(policy);
    expect(headers["content-security-policy"]).toBe(`${policy}; frame-ancestors 'none'`);
    header.delete("frame-ancestors");
    header
      .set("connect-src", ["'self'", dataOrigin, dataOrigin.replace("http", "ws")])
      .set("media-src", ["'self'", "blob:", dataOrigin]);
    expect(Object.fromEntries(meta)).toEqual(Object.fromEntries(header));
  });
});

describe("securityHeadersFor", () => {
  it("securityHeadersFor sends HSTS only when the public address is https", () => {
    expect(securityHeadersFor(overHttp)).not.toHaveProperty("strict-transport-security");
    const plain = { publicUrl: new URL("http://example.com") };
    expect(securityHeadersFor(plain)).not.toHaveProperty("strict-transport-security");
    expect(securityHeadersFor(overHttps)["strict-transport-security"]).toMatch(/^max-age=\d{8}$/);
  });
});
