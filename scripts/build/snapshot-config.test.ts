import { describe, expect, it } from "vitest";
import { buildBase, readSnapshotConfig } from "./snapshot-config.ts";

const supabase = {
  VITE_SUPABASE_URL: "https://ref.supabase.co/",
  VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
};
const read = (env: NodeJS.ProcessEnv) => readSnapshotConfig({ ...supabase, ...env });

describe("the configuration of a static build", () => {
  it("the configuration of a static build is null without a Supabase project", () => {
    const config = readSnapshotConfig({ FOYER_PUBLIC_URL: "https://example.org" });
    expect([config, buildBase(config)]).toEqual([null, "/"]);
  });

  it.each([
    ["https://ada.github.io/portfolio", "https://ada.github.io/portfolio"],
    ["https://ada.github.io/portfolio/", "https://ada.github.io/portfolio"],
    ["https://example.org/a/b/", "https://example.org/a/b"],
    ["https://example.org", "https://example.org"],
    ["https://example.org/?x#y", "https://example.org"],
    ["", ""],
  ])("the configuration of a static build reads the URL %j as public URL %j", (text, publicUrl) => {
    const config = read({ FOYER_PUBLIC_URL: text });
    expect(config?.publicUrl).toBe(publicUrl);
    expect(config?.supabaseUrl).toBe("https://ref.supabase.co");
    expect(buildBase(config)).toBe("./");
  });

  it("the configuration of a static build rejects an incomplete configuration and invalid URLs", () => {
    expect(() => read({ VITE_SUPABASE_PUBLISHABLE_KEY: "" })).toThrow("or neither");
    expect(() => read({ VITE_SUPABASE_URL: "ref" })).toThrow("VITE_SUPABASE_URL is not an http");
    expect(() => read({ FOYER_PUBLIC_URL: "example.org" })).toThrow("FOYER_PUBLIC_URL is not");
  });
});
