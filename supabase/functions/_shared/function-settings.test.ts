import { describe, expect, it } from "vitest";
import { readSettings } from "./function-settings.ts";

const settingsOf = (variables: Record<string, string>) =>
  readSettings((name) => ({ SUPABASE_URL: "https://ref.supabase.co/", ...variables })[name]);

describe("a function's secret key", () => {
  const [fresh, other, legacy] = ["sb_secret_fresh", "sb_secret_other", "a.legacy.jwt"];

  it.each([
    ["the dictionary's default", { SUPABASE_SECRET_KEYS: { other, default: fresh } }, fresh],
    ["another one where none is called so", { SUPABASE_SECRET_KEYS: { other } }, other],
    [
      "the dictionary's before the legacy one, which may be disabled",
      { SUPABASE_SECRET_KEYS: { default: fresh }, SUPABASE_SERVICE_ROLE_KEY: legacy },
      fresh,
    ],
    ["a single one, set by hand", { SUPABASE_SECRET_KEY: other }, other],
    ["the legacy one where there is no other", { SUPABASE_SERVICE_ROLE_KEY: legacy }, legacy],
    [
      "the legacy one beside an empty dictionary",
      { SUPABASE_SECRET_KEYS: {}, SUPABASE_SERVICE_ROLE_KEY: legacy },
      legacy,
    ],
  ])("a function's secret key is %s", (_name, variables, expected) => {
    const texts = Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    expect(settingsOf(Object.fromEntries(texts)).secretKey).toBe(expected);
  });

  it("a function's secret key is required, with an error that names the variable", () => {
    expect(() => settingsOf({})).toThrow("SUPABASE_SECRET_KEYS is not set.");
  });

  it.each(['{"default":', '["sb_secret_quoted"]', '{"default":{"key":"sb_secret_quoted"}}'])(
    "a function's secret key is not read from %s, and the error does not quote it",
    (text) => {
      expect(() => settingsOf({ SUPABASE_SECRET_KEYS: text })).toThrow(
        /^SUPABASE_SECRET_KEYS must be a JSON dictionary of keys by their names\.$/,
      );
    },
  );
});
