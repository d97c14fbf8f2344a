import { describe, expect, it } from "vitest";
import { originOf, readSiteOrigins } from "./site-origins.ts";

const originsOf = (FOYER_PUBLIC_URL: string, FOYER_ALLOWED_ORIGINS = "") => {
  const variables: Record<string, string> = { FOYER_PUBLIC_URL, FOYER_ALLOWED_ORIGINS };
  return readSiteOrigins((name) => variables[name]);
};

describe("the origins that may call a function", () => {
  it.each([
    ["https://ada.example", "https://ada.example"],
    ["https://ada.example/", "https://ada.example"],
    ["HTTPS://Ada.Example:443/portfolio/", "https://ada.example"],
    ["http://ada.example:80", "http://ada.example"],
    ["http://ada.example:8080//", "http://ada.example:8080"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
  ])("the origins for the public URL %s include %s", (publicUrl, origin) => {
    const allows = originsOf(publicUrl);
    expect(allows?.(origin)).toBe(true);
    expect(allows?.(`${origin}.evil.example`)).toBe(false);
    expect(allows?.("null")).toBe(false);
  });

  it("the origins that may call a function include every listed origin", () => {
    const allows = originsOf(
      "https://ada.example",
      "https://www.ada.example, https://*.foyer.pages.dev https://*--ada.netlify.app",
    );
    for (const origin of [
      "https://ada.example",
      "https://www.ada.example",
      "https://3f2a.foyer.pages.dev",
      "https://deploy-preview-7--ada.netlify.app",
    ]) {
      expect([origin, allows?.(origin)]).toEqual([origin, true]);
    }
    for (const origin of [
      "http://www.ada.example",
      "https://foyer.pages.dev",
      "https://.foyer.pages.dev",
      "https://a.b.foyer.pages.dev",
      "https://evil.example/.foyer.pages.dev",
      "https://3f2a.foyer.pages.dev:8443",
      "https://3f2a.foyer.pages.dev.evil.example",
      "https://other.netlify.app",
    ]) {
      expect([origin, allows?.(origin)]).toEqual([origin, false]);
    }
  });

  it("the list of origins that may call a function is null when no address is set", () => {
    expect(originsOf("")).toBeNull();
    for (const nobody of ["null", "", "file:///etc", "ada.example"]) {
      expect(originOf(nobody)).toBeNull();
    }
  });

  it.each(["ada.example", "ftp://ada.example", "null"])(
    "the origins that may call a function are not read from %s",
    (address) => {
      const refused = "must be an http or https address.";
      expect(() => originsOf(address)).toThrow(`FOYER_PUBLIC_URL ${refused}`);
      expect(() => originsOf("", address)).toThrow(`FOYER_ALLOWED_ORIGINS ${refused}`);
    },
  );

  it.each(["*", "https://*", "https://*.dev", "https://a.*.pages.dev", "https://*.*.pages.dev"])(
    "the origins that may call a function do not accept the pattern %s",
    (pattern) => {
      expect(() => originsOf("", pattern)).toThrow("with one * in its first label");
    },
  );
});
